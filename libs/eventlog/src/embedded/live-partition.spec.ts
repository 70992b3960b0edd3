import type { RawRecord } from '@parapet/contracts';
import { idsOf, sampleEvent } from '../testing';
import { LivePartition } from './live-partition';

const records = (from: number, count: number, json = '{}'): readonly RawRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    ...sampleEvent('a', from + i),
    json,
    position: { topic: 'notes', partition: 0, offset: from + i },
  }));
const never = new AbortController().signal;

describe('LivePartition', () => {
  it('knows the newest records and says when it does not know', () => {
    const live = new LivePartition(10);
    live.enter({ next: 10 });
    expect(live.newest(10, 12, 5)).toBeNull();
    live.appended(records(10, 4));
    expect(live.end).toBe(14);
    expect(live.newest(9, 14, 5)).toBeNull();
    expect(idsOf(live.newest(10, 14, 2) ?? [])).toEqual(['a-10', 'a-11']);
    expect(idsOf(live.newest(11, 13, 5) ?? [])).toEqual(['a-11', 'a-12']);
    expect(live.newest(14, 14, 5)).toEqual([]);
  });

  it('keeps a bounded number of records and of bytes', () => {
    const many = new LivePartition(0);
    many.enter({ next: 0 });
    many.appended(records(0, 5_000));
    expect(many.newest(3_000, 5_000, 5_000)).toBeNull();
    expect(idsOf(many.newest(4_990, 5_000, 1) ?? [])).toEqual(['a-4990']);
    const large = new LivePartition(0);
    large.enter({ next: 0 });
    large.appended(records(0, 12, 'x'.repeat(200_000)));
    expect(large.newest(0, 12, 12)).toBeNull();
    expect(large.newest(11, 12, 12)).toHaveLength(1);
  });

  it('keeps nothing that all who read it have been given', () => {
    const live = new LivePartition(0);
    live.appended(records(0, 4));
    expect(live.newest(3, 4, 1)).toBeNull();
    const [fast, slow] = [{ next: 4 }, { next: 4 }];
    live.enter(fast);
    live.enter(slow);
    live.appended(records(4, 4));
    fast.next = 8;
    live.forget();
    expect(live.newest(4, 8, 4)).toHaveLength(4);
    slow.next = 6;
    live.forget();
    expect(live.newest(5, 8, 4)).toBeNull();
    expect(idsOf(live.newest(6, 8, 4) ?? [])).toEqual(['a-6', 'a-7']);
    live.leave(slow);
    expect(live.newest(7, 8, 4)).toBeNull();
  });

  it('wakes those that wait for a record, and those whose signal aborts', async () => {
    const live = new LivePartition(3);
    const stop = new AbortController();
    const woken: string[] = [];
    const waits = [
      live.beyond(3, never).then(() => woken.push('appended')),
      live.beyond(4, stop.signal).then(() => woken.push('aborted')),
    ];
    live.appended(records(3, 1));
    await waits[0];
    stop.abort();
    await waits[1];
    expect(woken).toEqual(['appended', 'aborted']);
    await live.beyond(3, never);
    await live.beyond(99, stop.signal);
  });
});
