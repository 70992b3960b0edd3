import type { RawRecord, Topic } from '@parapet/contracts';
import type { BatchHandler, BatchInfo, Progress } from '../event-log';
import { BatchDelivery } from './batch-delivery';
import { type DeliveryHouse, pause } from './delivery-options';
import { persist } from './persist';

/** Records of one partition. */
export interface PartitionReader {
  /**
   * Waits until there is something from `from` on, then answers at most `limit` records and where to read on.
   * Answers nothing when `signal` aborted.
   * @throws Unavailable
   */
  read(from: number, limit: number, signal: AbortSignal): Promise<PartitionRecords>;
}

/** A topic and a reader for each of its partitions. */
export interface ReadableTopic {
  readonly topic: Topic;
  readonly readers: readonly PartitionReader[];
}

export interface PartitionRecords {
  readonly records: readonly RawRecord[];
  readonly next: number;
}

/** One member's work on one partition. */
export interface PartitionWork {
  readonly info: BatchInfo;
  readonly reader: PartitionReader;
  readonly progress: Progress;
  readonly handler: BatchHandler;
  readonly batch: number;
  /** Hears the progress as it was loaded and after every save. */
  readonly onProgress?: ((partition: number, next: number) => void) | undefined;
}

/** Reads, delivers, saves, until `info.signal` aborts; the batch in hand is finished and its progress stored. Rejects never. */
export async function runPartition(work: PartitionWork, house: DeliveryHouse): Promise<void> {
  const { signal } = work.info;
  const steps = new Steps(work, house);
  const delivery = new BatchDelivery(work.handler, work.info, house);
  let next = await steps.load();
  while (next !== undefined && !signal.aborted) {
    const batch = await steps.read(next);
    if (!batch) return;
    const { handled, retryAfterMs } = await delivery.deliver(batch.records);
    const reached = batch.records[handled]?.position.offset ?? batch.next;
    if (reached > next) await steps.save(reached);
    next = reached;
    if (retryAfterMs !== null) await pause(retryAfterMs, signal);
  }
}

/** The steps around the handler, each done again until it works. They answer undefined when the consumer is being closed. */
class Steps {
  private readonly at: string;

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

  read(from: number): Promise<PartitionRecords | undefined> {
    const { reader, batch, info } = this.work;
    return this.persist(`reading for ${this.at}`, () => reader.read(from, batch, info.signal));
  }

  async save(next: number): Promise<void> {
    const { progress, info, onProgress } = this.work;
    const saved = await this.persist(`storing progress of ${this.at}`, async () => {
      await progress.save(info.partition, next);
      return true;
    });
    if (saved) onProgress?.(info.partition, next);
  }

  private async persist<T>(what: string, step: () => Promise<T>): Promise<T | undefined> {
    return (await persist(step, what, this.house, this.work.info.signal))?.value;
  }
}
