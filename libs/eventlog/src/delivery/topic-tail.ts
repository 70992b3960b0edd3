import type { RawRecord, Topic } from '@parapet/contracts';
import type { Offsets, Subscription } from '../event-log';
import type { DeliveryHouse } from './delivery-options';
import type { PartitionReader, ReadableTopic } from './partition-loop';
import { persist } from './persist';

const BATCH = 500;

/** Hands out records from given positions on; stores nothing. See `EventLog.tail`. An `apply` that throws ends it, logged. */
export class TopicTail implements Subscription {
  private readonly topic: Topic;
  private readonly stop = new AbortController();
  private readonly loops: Promise<void>[];

  constructor(
    { topic, readers }: ReadableTopic,
    from: Offsets,
    private readonly apply: (records: readonly RawRecord[]) => void,
    private readonly house: DeliveryHouse,
  ) {
    this.topic = topic;
    this.loops = readers.map((reader, p) =>
      this.run(reader, from[p] ?? 0).finally(() => reader.close?.()),
    );
  }

  async close(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.loops);
  }

  private async run(reader: PartitionReader, from: number): Promise<void> {
    const { signal } = this.stop;
    for (let next = from; !signal.aborted;) {
      const begin = next;
      const read = () => reader.read(begin, BATCH, signal);
      const batch = await persist(read, `tailing ${this.topic}`, this.house, signal);
      if (!batch || signal.aborted) return;
      if (batch.value.records.length > 0) this.hand(batch.value.records);
      next = batch.value.next;
    }
  }

  private hand(records: readonly RawRecord[]): void {
    try {
      this.apply(records);
    } catch (error) {
      this.house.logger.error({ err: error, topic: this.topic }, 'a tail has stopped');
      this.stop.abort();
    }
  }
}
