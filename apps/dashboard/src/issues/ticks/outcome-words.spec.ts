import { outcomeWords } from './outcome-words';

test.each([
  [1, 0, 'resolved', '1 issue is now resolved.'],
  [1200, 0, 'open', '1,200 issues are now open.'],
  [2, 1, 'ignored', '2 of 3 issues are now ignored. This one failed:'],
  [1, 2, 'ignored', '1 of 3 issues is now ignored. These failed:'],
  [0, 1, 'ignored', '0 of 1 issue are now ignored. This one failed:'],
] as const)('of %i done and %i failed to be %s it is said: %s', (done, failed, status, words) => {
  expect(outcomeWords(done, failed, status)).toBe(words);
});
