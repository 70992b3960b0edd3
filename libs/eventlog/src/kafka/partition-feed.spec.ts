import { idsOf, sampleEvent } from '../testing';
import { PartitionFeed } from './partition-feed';

const records = (from: number, count: number, size = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...sampleEvent('a', from + n),
    ...(size > 0 && { json: 'x'.repeat(size) }),
    position: { topic: 'issues', partition: 0, offset: from + n },
  }));

function started(at: number) {
  const wants = jest.fn();
  const feed = new PartitionFeed('issues', 0, wants);
  feed.start(at);
  return { feed, wants };
}

const { signal } = new AbortController();

describe('PartitionFeed', () => {
  it('hands out what is among the newest, and says where to go on', () => {
    const { feed } = started(5);
    feed.take(records(5, 4), 9);
    expect(feed.slice(5, 2)).toEqual({ records: records(5, 2), next: 7 });
    expect(feed.slice(7, 10)).toEqual({ records: records(7, 2), next: 9 });
    expect(feed.slice(4, 10)).toBeNull();
    expect(feed.slice(9, 10)).toBeNull();
  });

  it('goes over gaps', () => {
    const { feed } = started(0);
    feed.take([...records(0, 1), ...records(5, 1)], 8);
    expect(idsOf(feed.slice(2, 10)?.records ?? [])).toEqual(['a-5']);
    expect(feed.slice(6, 10)).toEqual({ records: [], next: 8 });
  });

  it('keeps a bounded number: who is further behind fetches for himself', () => {
    const { feed } = started(0);
    for (let n = 0; n < 20; n++) feed.take(records(n * 100, 100, 20_000), n * 100 + 100);
    expect(feed.slice(0, 500)).toBeNull();
    const kept = feed.slice(1_990, 500)?.records ?? [];
    expect(kept.map((record) => record.position.offset)).toEqual([
      1990, 1991, 1992, 1993, 1994, 1995, 1996, 1997, 1998, 1999,
    ]);
  });

  it('wants nothing more while its readers are far behind, and says so when they have come closer', () => {
    const { feed, wants } = started(0);
    feed.take(records(0, 1_000), 1_000);
    expect(feed.wants).toBe(false);
    expect(wants).toHaveBeenCalledTimes(1);
    feed.slice(500, 100);
    expect(feed.wants).toBe(true);
    expect(wants).toHaveBeenCalledTimes(2);
  });

  it('brings nothing of what its reader passed over: it goes on where he waits', async () => {
    const { feed } = started(0);
    feed.take(records(0, 1_000), 1_000);
    const others = feed.beyond(1_000, signal);
    const came = feed.beyond(1_000_000, signal);
    expect([feed.end, feed.wants]).toEqual([1_000_000, true]);
    await others;
    expect(feed.slice(1_000, 10)).toBeNull();
    feed.take(records(1_000_000, 1), 1_000_001);
    await came;
    expect(feed.slice(1_000_000, 10)?.records).toHaveLength(1);
  });

  it('wakes who waits when something came, when it stops and when he is told to stop', async () => {
    const { feed } = started(0);
    const came = feed.beyond(0, signal);
    feed.take(records(0, 1), 1);
    await came;
    const stop = new AbortController();
    const aborted = feed.beyond(1, stop.signal);
    stop.abort();
    await aborted;
    const stopped = feed.beyond(1, signal);
    feed.stop();
    await stopped;
    expect([feed.end, feed.wants, feed.slice(0, 1)]).toEqual([undefined, false, null]);
  });
});
