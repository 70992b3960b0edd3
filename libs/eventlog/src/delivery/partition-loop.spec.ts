import { Moved, type RawRecord } from '@parapet/contracts';
import type { Progress } from '../event-log';
import { sampleEvent } from '../testing';
import { type PartitionReader, runPartition } from './partition-loop';

const END = 6;
const record = (offset: number): RawRecord => ({
  ...sampleEvent('a', offset),
  position: { topic: 'policies', partition: 0, offset },
});

/** A partition of six records; whoever has read them waits until told to stop. */
const rest = jest.fn();
const reader: PartitionReader = {
  rest,
  read: async (from, limit, signal) => {
    if (from >= END && !signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    const next = Math.min(END, from + limit);
    const records = Array.from({ length: Math.max(0, next - from) }, (_, i) => record(from + i));
    return { records, next: Math.max(from, next) };
  },
};

/** Documents that can be dropped: progress goes with them. */
class Documents implements Progress {
  next = 0;
  generation = 0;
  private loaded = 0;
  private readonly listeners = new Set<() => void>();
  readonly onMoved = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  async load(): Promise<number> {
    this.loaded = this.generation;
    return this.next;
  }

  async save(_: number, next: number): Promise<void> {
    this.refuseMoved();
    this.next = next;
  }

  async during<T>(_: number, work: () => Promise<T>): Promise<T> {
    const answer = await work();
    this.refuseMoved();
    return answer;
  }

  drop({ quietly = false } = {}): void {
    this.next = 0;
    this.generation += 1;
    if (!quietly) for (const listener of this.listeners) listener();
  }

  get heardBy(): number {
    return this.listeners.size;
  }

  private refuseMoved(): void {
    if (this.loaded !== this.generation) throw new Moved('dropped');
  }
}

/** Runs until the partition has been read to its end `times` times. */
async function run(
  progress: Progress,
  handle: (offsets: readonly number[]) => void,
  times: number,
): Promise<{ heard: number[] }> {
  const stop = new AbortController();
  const heard: number[] = [];
  let ends = 0;
  const house = {
    delays: { firstMs: 0, maxMs: 0 },
    logger: { warn: () => undefined, error: () => undefined },
    observer: { count: () => undefined },
    park: () => Promise.reject(new Error('nothing may be parked')),
    now: () => 0,
  };
  await runPartition(
    {
      info: { topic: 'policies', group: 'g', partition: 0, signal: stop.signal },
      reader,
      progress,
      batch: 2,
      handler: async (records) => void handle(records.map((r) => r.position.offset)),
      onProgress: (_, next) => {
        heard.push(next);
        if (next === END && ++ends === times) stop.abort();
      },
    },
    house,
  );
  return { heard };
}

beforeEach(() => rest.mockClear());

describe('runPartition', () => {
  it('rule 5: documents dropped while a batch is handled mean a replay from 0', async () => {
    const documents = new Documents();
    const handled: number[] = [];
    const { heard } = await run(
      documents,
      (offsets) => {
        handled.push(...offsets);
        if (handled.length === 4) documents.drop();
      },
      1,
    );
    expect(handled).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 4, 5]);
    expect(heard).toEqual([0, 2, 0, 2, 4, 6]);
  });

  it('rule 5: progress that cannot be saved because the documents moved is loaded again', async () => {
    const documents = new Documents();
    const save = jest.spyOn(documents, 'save');
    save.mockImplementationOnce(async () => {
      documents.drop({ quietly: true });
      throw new Moved('dropped');
    });
    const { heard } = await run(documents, () => undefined, 1);
    expect(heard).toEqual([0, 0, 2, 4, 6]);
  });

  it('rule 5: documents dropped while it waits for records mean a replay from 0', async () => {
    const documents = new Documents();
    let handled = 0;
    const progress: Progress = {
      load: () => documents.load(),
      onMoved: documents.onMoved,
      save: async (partition, next) => {
        await documents.save(partition, next);
        if (next === END && documents.generation === 0) setImmediate(() => documents.drop());
      },
    };
    const { heard } = await run(progress, (offsets) => (handled += offsets.length), 2);
    expect(handled).toBe(12);
    expect(heard).toEqual([0, 2, 4, 6, 0, 2, 4, 6]);
  });

  it('a move is no failed try: nothing is parked and nothing is skipped, however often it happens', async () => {
    const documents = new Documents();
    let drops = 0;
    const handled: number[] = [];
    await run(
      documents,
      (offsets) => {
        if (drops++ < 20) documents.drop();
        else handled.push(...offsets);
      },
      1,
    );
    expect(handled).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('it stops hearing when it ends', async () => {
    const documents = new Documents();
    await run(documents, () => undefined, 1);
    expect(documents.heardBy).toBe(0);
  });

  it('does not read what need not be read, and saves that it is behind it', async () => {
    const progress = {
      load: async () => 0,
      save: async () => undefined,
      settled: (_: number, from: number) => (from === 2 ? END : from),
    };
    const handled: number[] = [];
    const { heard } = await run(progress, (offsets) => void handled.push(...offsets), 1);
    expect(handled).toEqual([0, 1]);
    expect(heard).toEqual([0, 2, END]);
    // Meanwhile nothing is kept at hand for it.
    expect(rest).toHaveBeenCalledTimes(1);
  });

  it('has kept at hand for it what it will read', async () => {
    await run(new Documents(), () => undefined, 1);
    expect(rest).not.toHaveBeenCalled();
  });
});
