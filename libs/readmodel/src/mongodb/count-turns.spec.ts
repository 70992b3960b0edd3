import { setImmediate as turn } from 'node:timers/promises';
import { CountTurns } from './count-turns';

test('a few are counted at once, of however many tallies, and each in its turn', async () => {
  const turns = new CountTurns();
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const counts = Array.from({ length: 10 }, (_, n) =>
    turns.inTurn(() => {
      began.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    }),
  );
  for (let n = 0; n < 10; n += 1) {
    await turn();
    expect(began).toHaveLength(Math.min(10, n + 4));
    ends[n]?.();
  }
  expect(await Promise.all(counts)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a count that fails leaves its turn to the next', async () => {
  const turns = new CountTurns();
  const failed = Array.from({ length: 9 }, () =>
    turns.inTurn(() => Promise.reject(new Error('no'))),
  );
  await expect(Promise.any(failed)).rejects.toThrow(AggregateError);
  expect(await turns.inTurn(async () => 1)).toBe(1);
});

test('what is left of a tally that failed is given up, and leaves its turns to others', async () => {
  const turns = new CountTurns();
  const tally = turns.patiently(({ signal }) => {
    const hangs = (): Promise<number> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const counts = [hangs, hangs, hangs, () => Promise.reject(new Error('connection lost')), hangs];
    return Promise.all(counts.map((count) => turns.inTurn(count)));
  });
  await expect(tally).rejects.toThrow('connection lost');
  const next = [1, 2, 3, 4].map((n) => turns.inTurn(async () => n));
  const given = await Promise.race([Promise.all(next), turn().then(turn)]);
  expect(given).toEqual([1, 2, 3, 4]);
});
