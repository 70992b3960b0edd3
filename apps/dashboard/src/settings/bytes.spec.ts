import { bytes } from './bytes';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_500, '1.5 kB'],
  [734_003_200, '734 MB'],
  [53_687_091_200, '54 GB'],
  [2e15, '2000 TB'],
])('%i bytes are %s', (count, words) => {
  expect(bytes(count)).toBe(words);
});
