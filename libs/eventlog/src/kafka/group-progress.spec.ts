import { Unavailable } from '@parapet/contracts';
import { OtherLog } from '../delivery/other-log';
import { groupProgress, groupReader } from './group-progress';
import type { GroupSession } from './group-session';

/** A group that has stored `committed` of partition 1, where the log ends at `end`; and what is stored then. */
function sessionAt(committed: number, end: number) {
  const stored: unknown[] = [];
  const session = {
    committed: async () => [0, committed],
    // Nobody leads the other partition.
    end: (partition: number) =>
      partition === 1 ? Promise.resolve(end) : Promise.reject(new Unavailable('no leader')),
    store: async (...progress: readonly number[]) => void stored.push(progress),
  };
  return { session: session as unknown as GroupSession, stored };
}

const { signal } = new AbortController();

describe('progress of a group', () => {
  it('is what was stored, up to the end of the log', async () => {
    const { session, stored } = sessionAt(8, 8);
    const overshot = jest.fn();
    expect(await groupProgress(session, overshot).load(1)).toBe(8);
    expect([stored, overshot.mock.calls]).toEqual([[], []]);
  });

  it('of one partition is known whoever leads the others', async () => {
    const { session } = sessionAt(8, 8);
    const progress = groupProgress(session, jest.fn());
    await expect(progress.load(0)).rejects.toThrow('no leader');
    expect(await progress.load(1)).toBe(8);
  });

  it('begins again where it is beyond the end of the log, which may grow past it: durably, and it is said', async () => {
    const { session, stored } = sessionAt(8, 3);
    const overshot = jest.fn();
    expect(await groupProgress(session, overshot).load(1)).toBe(0);
    expect([stored, overshot.mock.calls]).toEqual([[[1, 0]], [[1, 8, 3]]]);
  });

  it.each([
    [
      'begins again in the next process when this one has found another log',
      new OtherLog('x'),
      [[1, 0]],
    ],
    ['stays what it is while Kafka is away', new Unavailable('Kafka is away'), []],
  ])('%s', async (_, error, told) => {
    const { session, stored } = sessionAt(8, 9);
    const reader = groupReader({ read: () => Promise.reject(error) }, session, 1);
    await expect(reader.read(8, 1, signal)).rejects.toBe(error);
    expect(stored).toEqual(told);
  });
});
