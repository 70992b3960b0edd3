import type { Topic } from '@parapet/contracts';
import type { PartitionReader, PartitionRecords } from '../delivery/partition-loop';
import type { LivePartition } from './live-partition';
import { unpackRows } from './row-chunk';
import type { StoreThread } from './store-protocol';

/** Reads one partition: from memory when the records are among the newest, else from the file. To be closed. */
export class EmbeddedReader implements PartitionReader {
  /** Where it is, once it reads. */
  private readonly place = { next: 0 };

  constructor(
    private readonly store: StoreThread,
    private readonly topic: Topic,
    private readonly partition: number,
    private readonly live: LivePartition,
  ) {}

  async read(from: number, limit: number, signal: AbortSignal): Promise<PartitionRecords> {
    this.place.next = from;
    this.live.enter(this.place);
    await this.live.beyond(from, signal);
    if (signal.aborted) return { records: [], next: from };
    const found = await this.range(from, this.live.end, limit);
    this.place.next = found.next;
    this.live.forget();
    return found;
  }

  rest(): void {
    this.live.leave(this.place);
  }

  close(): void {
    this.rest();
  }

  /** What lies between `from` and `to` (exclusive), at most `limit` records, and where to read on. */
  async range(from: number, to: number, limit: number): Promise<PartitionRecords> {
    const newest = this.live.newest(from, to, limit);
    if (newest) return { records: newest, next: (newest.at(-1)?.position.offset ?? from - 1) + 1 };
    const { topic, partition } = this;
    const { chunks, next } = await this.store.call('read', { topic, partition, from, to, limit });
    const records = chunks.flatMap((chunk) => unpackRows(chunk, topic, partition));
    // There are no gaps but those that retention has left.
    const first = records[0]?.position.offset ?? next;
    return { records, next, ...(first > from && { removed: first - from }) };
  }
}
