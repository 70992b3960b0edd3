import { duration } from './duration';

test.each([
  [0.4, '0 ms'],
  [12.6, '13 ms'],
  [999, '999 ms'],
  [15_004, '15.0 s'],
])('%d milliseconds are %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});
