import { nearest } from './nearest';

test.each([
  ['parkd', ['parked', 'policy'], 'Did you mean parked?'],
  ['par', ['policy', 'parked'], 'Did you mean parked?'],
  ['nope', ['parked', 'policy'], undefined],
  ['', ['parked'], undefined],
  ['nope', ['night builds 😀'], undefined],
  ['build-egres', ['night builds 😀', 'build-egress'], 'Did you mean build-egress?'],
  ['night build 😀', ['build-egress', 'night builds 😀'], 'Did you mean night builds 😀?'],
])('of %p, where there are %p, %p is said', (word, known, said) => {
  expect(nearest(word, known)).toBe(said);
});
