import { allTheWhile } from './all-the-while';
import { eventually } from './eventually';

let turns = 0;
let left = 0;

test('turns are taken until the loop is ended, and none after', async () => {
  const loop = allTheWhile(1, () => Promise.resolve(void (turns += 1)));
  await eventually(() => turns > 2);
  await loop.end();
  const ended = turns;
  await new Promise(setImmediate);
  expect(turns).toBe(ended);
});

test('what a turn threw is heard by whoever ends it, and was the last turn', async () => {
  const loop = allTheWhile(1, () => Promise.reject(new Error('turned over')));
  await expect(loop.end()).rejects.toThrow('turned over');
});

// Were it not ended, this file would hold Jest for ever.
test('a loop that nobody ends is ended with the tests of its file', async () => {
  allTheWhile(1, () => Promise.resolve(void (left += 1)));
  await eventually(() => left > 2);
});
