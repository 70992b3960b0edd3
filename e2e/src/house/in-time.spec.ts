import { eventually } from './eventually';
import { inTime } from './in-time';

test('what failed because its time was over is done again, with a later one', async () => {
  const given: string[] = [];
  const work = async (time: string): Promise<string> => {
    given.push(time);
    if (given.length > 1) return 'done';
    await eventually(() => Date.now() >= Date.parse(time));
    throw new Error('it is over');
  };
  expect(await inTime(work, 1_000)).toBe('done');
  expect(given).toHaveLength(2);
  expect(given).toEqual(given.toSorted());
});

test('what failed before its time was over has failed', async () => {
  const work = (): Promise<never> => Promise.reject(new Error('it broke'));
  await expect(inTime(work, 60_000)).rejects.toThrow('it broke');
});
