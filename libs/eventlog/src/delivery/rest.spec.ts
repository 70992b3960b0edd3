import { setImmediate as turn } from 'node:timers/promises';
import { sampleEvent } from '../testing';
import { type PartitionReader, runPartition } from './partition-loop';

const BATCH = 4;
/** Longer than any test lasts. */
const REST_MS = 3_600_000;

/** Runs a partition whose reads answer so many records each, one after the other; answers how many were handled. */
async function handledOf(sizes: readonly number[]): Promise<number> {
  const stop = new AbortController();
  const left = [...sizes];
  let handled = 0;
  const reader: PartitionReader = {
    read: async (from) => {
      const size = left.shift() ?? 0;
      if (size === 0) stop.abort();
      const records = Array.from({ length: size }, (_, i) => ({
        ...sampleEvent('a', from + i),
        position: { topic: 'policies', partition: 0, offset: from + i },
      }));
      return { records, next: from + size };
    },
  };
  const running = runPartition(
    {
      info: { topic: 'policies', group: 'g', partition: 0, signal: stop.signal },
      ...{ reader, batch: BATCH, restMs: REST_MS },
      progress: { load: async () => 0, save: async () => undefined },
      handler: async (records) => void (handled += records.length),
    },
    {
      delays: { firstMs: 0, maxMs: 0 },
      logger: { warn: () => undefined, error: () => undefined },
      observer: { count: () => undefined },
      park: () => Promise.reject(new Error('nothing may be parked')),
      now: () => 0,
    },
  );
  for (let turns = 0; turns < 100; turns += 1) await turn();
  stop.abort();
  await running;
  return handled;
}

describe('ConsumeOptions.restMs', () => {
  it('rests after a batch of several records, and no longer than until it is told to stop', async () => {
    expect(await handledOf([2, 3])).toBe(2);
  });

  it('handles records that come alone without a rest', async () => {
    expect(await handledOf([1, 1, 1])).toBe(3);
  });

  it('handles full batches without a rest: whoever is behind catches up', async () => {
    expect(await handledOf([BATCH, BATCH, 1])).toBe(2 * BATCH + 1);
  });
});
