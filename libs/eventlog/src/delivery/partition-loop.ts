import { Moved, type RawRecord, type Topic } from '@parapet/contracts';
import type { BatchHandler, BatchInfo, Progress } from '../event-log';
import { BatchDelivery } from './batch-delivery';
import { type DeliveryHouse, pause } from './delivery-options';
import { persist } from './persist';

/** After what need not be read: whoever settles records goes on doing so, and it is passed over in long strides. */
const SETTLED_REST_MS = 1_000;

/** Records of one partition. */
export interface PartitionReader {
  /**
   * Waits until there is something from `from` on, then answers at most `limit` records and where to read on.
   * Answers nothing when `signal` aborted.
   * @throws Unavailable, and OtherLog when what was read before is not in the log any more
   */
  read(from: number, limit: number, signal: AbortSignal): Promise<PartitionRecords>;
  /** Will not read for a while: what comes meanwhile need not be kept at hand for it. */
  rest?(): void;
  /** Gives it back. Called once, by whatever was given it, after the last `read`. */
  close?(): void;
}

/** A topic and a reader for each of its partitions. */
export interface ReadableTopic {
  readonly topic: Topic;
  readonly readers: readonly PartitionReader[];
}

export interface PartitionRecords {
  readonly records: readonly RawRecord[];
  readonly next: number;
  /** How many offsets from where was read on are gone for ever, because retention was faster; undefined when none. */
  readonly removed?: number | undefined;
}

/** One member's work on one partition. */
export interface PartitionWork {
  readonly info: BatchInfo;
  readonly reader: PartitionReader;
  readonly progress: Progress;
  readonly handler: BatchHandler;
  readonly batch: number;
  /** See `ConsumeOptions.restMs`. */
  readonly restMs?: number | undefined;
  /** Hears the progress as it was loaded and after every save. */
  readonly onProgress?: ((partition: number, next: number) => void) | undefined;
}

/**
 * Reads, delivers, saves, until `info.signal` aborts; the batch in hand is finished and its progress stored. When the documents
 * have moved, progress is loaded again and reading goes on from there, be it from 0. Gives the reader back. Rejects never.
 */
export async function runPartition(work: PartitionWork, house: DeliveryHouse): Promise<void> {
  const steps = new Steps(work, house);
  while (!work.info.signal.aborted) {
    const moved = new AbortController();
    const stop = work.progress.onMoved?.(() => moved.abort());
    try {
      await runLoaded(
        work,
        steps,
        new BatchDelivery(handling(work), work.info, house),
        moved.signal,
      );
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      house.logger.warn({ reason: error.message, at: steps.at }, 'progress is loaded again');
    } finally {
      stop?.();
    }
  }
  work.reader.close?.();
}

/** From where progress was loaded until the consumer is closed or the documents have moved. */
async function runLoaded(
  { info: { signal } }: PartitionWork,
  steps: Steps,
  delivery: BatchDelivery,
  moved: AbortSignal,
): Promise<void> {
  const reading = AbortSignal.any([signal, moved]);
  let next = await steps.load();
  while (next !== undefined && !reading.aborted) {
    next = await steps.passSettled(next, reading);
    const batch = await steps.read(next, reading);
    if (!batch || reading.aborted) return;
    if (batch.removed) steps.sayRemoved(next, batch.removed);
    const { handled, retryAfterMs } = await delivery.deliver(batch.records);
    const reached = batch.records[handled]?.position.offset ?? batch.next;
    if (reached > next) await steps.save(reached);
    next = reached;
    if (retryAfterMs !== null) await pause(retryAfterMs, reading);
    else await steps.rest(batch.records.length, reading);
  }
}

function handling({ progress, handler }: PartitionWork): BatchHandler {
  if (!progress.during) return handler;
  return async (records, info) => progress.during?.(info.partition, () => handler(records, info));
}

/** The steps around the handler, each done again until it works. They answer undefined when the consumer is being closed. */
class Steps {
  readonly at: string;

  constructor(
    private readonly work: PartitionWork,
    private readonly house: DeliveryHouse,
  ) {
    const { group, topic, partition } = work.info;
    this.at = `${group} of ${topic}/${partition}`;
  }

  async load(): Promise<number | undefined> {
    const { progress, info, onProgress } = this.work;
    const next = await this.persist(`progress of ${this.at}`, () => progress.load(info.partition));
    if (next !== undefined) onProgress?.(info.partition, next);
    return next;
  }

  read(from: number, signal: AbortSignal): Promise<PartitionRecords | undefined> {
    const { reader, batch } = this.work;
    return this.persist(`reading for ${this.at}`, () => reader.read(from, batch, signal), signal);
  }

  /** Who begins at 0 takes what is there; for everybody else it is a loss. */
  sayRemoved(from: number, removed: number): void {
    if (from === 0) return;
    const { topic, group, partition } = this.work.info;
    this.house.observer.count('lost', this.work.info, removed);
    this.house.logger.error(
      { topic, group, partition, from, removed },
      'retention removed records before they were handled',
    );
  }

  /** Passes over what need not be read, as long as there is more of it. Answers where to read on. */
  async passSettled(from: number, signal: AbortSignal): Promise<number> {
    const { progress, info } = this.work;
    let next = from;
    while (!signal.aborted) {
      const settled = progress.settled?.(info.partition, next) ?? next;
      if (settled === next) break;
      this.house.observer.count('handled', info, settled - next);
      await this.save(settled);
      next = settled;
      this.work.reader.rest?.();
      await pause(SETTLED_REST_MS, signal);
    }
    return next;
  }

  async save(next: number): Promise<void> {
    const { progress, info, onProgress } = this.work;
    const saved = await this.persist(`storing progress of ${this.at}`, async () => {
      await progress.save(info.partition, next);
      return true;
    });
    if (saved) onProgress?.(info.partition, next);
  }

  /** After a batch of so many records: see `ConsumeOptions.restMs`. */
  async rest(records: number, signal: AbortSignal): Promise<void> {
    const { batch, restMs } = this.work;
    if (restMs !== undefined && records > 1 && records < batch) await pause(restMs, signal);
  }

  private async persist<T>(
    what: string,
    step: () => Promise<T>,
    signal = this.work.info.signal,
  ): Promise<T | undefined> {
    return (await persist(step, what, this.house, signal))?.value;
  }
}
