import { setImmediate as turn } from 'node:timers/promises';
import { SignsOfLife } from './signs-of-life';

/** Ends the wait that is under way. */
let pass: () => void;
let waited: number[];
let given: AbortSignal[];
let signs: SignsOfLife;
beforeEach(() => {
  [waited, given] = [[], []];
  signs = new SignsOfLife(
    async (over) => void given.push(over),
    (ms, over) => {
      waited.push(ms);
      return new Promise((resolve) => {
        pass = resolve;
        over.addEventListener('abort', () => resolve());
      });
    },
  );
});

test('while nothing comes a sign is given soon, and then every half a minute', async () => {
  void signs.until(new Promise(() => undefined));
  for (const count of [1, 2, 3]) {
    pass();
    await turn();
    expect(given).toHaveLength(count);
  }
  expect(waited).toEqual([1_000, 30_000, 30_000, 30_000]);
});

test('what comes is a sign by itself: none is given for half a minute after it', async () => {
  expect(await signs.until(Promise.resolve('a line'))).toBe('a line');
  void signs.until(new Promise(() => undefined));
  expect([waited, given]).toEqual([[1_000, 30_000], []]);
});

test('once something comes, or nothing more will, the sign that is being given is called off', async () => {
  const coming = Promise.withResolvers<null>();
  const came = signs.until(coming.promise);
  pass();
  await turn();
  expect(given.map(({ aborted }) => aborted)).toEqual([false]);
  coming.resolve(null);
  await came;
  await turn();
  expect([given.map(({ aborted }) => aborted), waited]).toEqual([[true], [1_000, 30_000]]);
});
