import { type DeliveryCount } from './delivery-options';
import { type PartitionReader, runPartition } from './partition-loop';

/** Reads from `loaded` on, in a log of which retention has left what lies behind 9. */
async function run(loaded: number) {
  const stop = new AbortController();
  const [said, counts]: [object[], [DeliveryCount, number][]] = [[], []];
  const reader: PartitionReader = {
    read: async (from) => ({ records: [], next: 9, removed: 9 - from }),
  };
  const progress = { load: async () => loaded, save: async () => undefined };
  const info = { topic: 'issues', group: 'g', partition: 2, signal: stop.signal } as const;
  const onProgress = (_: number, next: number): void => {
    if (next === 9) stop.abort();
  };
  await runPartition(
    { info, reader, progress, handler: async () => undefined, batch: 5, onProgress },
    {
      delays: { firstMs: 0, maxMs: 0 },
      logger: { warn: () => undefined, error: (fields) => said.push(fields) },
      observer: { count: (what, _, n) => counts.push([what, n]) },
      park: async () => undefined,
      now: () => 0,
    },
  );
  return { said, counts };
}

describe('a consumer that was slower than retention', () => {
  it('says and counts what it lost', async () => {
    const { said, counts } = await run(4);
    expect(said).toEqual([{ topic: 'issues', group: 'g', partition: 2, from: 4, removed: 5 }]);
    expect(counts).toEqual([['lost', 5]]);
  });

  it('says nothing when it begins: it takes what is there', async () => {
    expect(await run(0)).toEqual({ said: [], counts: [] });
  });
});
