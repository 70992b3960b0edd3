import type { RawRecord } from '@parapet/contracts';
import type { PartitionRecords } from '../delivery/partition-loop';

const KEPT_RECORDS = 1_000;
const KEPT_BYTES = 1024 * 1024;
/** How far a feed runs ahead of its fastest reader. */
const AHEAD = 1_000;

/**
 * The newest records of one partition, as the long poll brings them, shared by all readers of this process. Runs once a
 * reader has come to the end of the partition; who is further behind fetches for himself.
 */
export class PartitionFeed {
  private records: RawRecord[] = [];
  private bytes = 0;
  /** Everything from here on, below `end`, is in `records`. */
  private begin = 0;
  private next: number | undefined;
  private asked = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly topic: string,
    readonly partition: number,
    /** Hears when the feed begins to want records, or wants them again. */
    private readonly onWant: () => void,
  ) {}

  /** Next offset to fetch; undefined while it does not run. */
  get end(): number | undefined {
    return this.next;
  }

  /** Whether it is to be fetched for. */
  get wants(): boolean {
    return this.next !== undefined && this.next - this.asked < AHEAD;
  }

  /** Begins at `offset`, unless it runs already. */
  start(offset: number): void {
    if (this.next !== undefined) return;
    this.next = this.begin = this.asked = offset;
    this.onWant();
  }

  /** Stops and forgets: nobody reads, or what it was to fetch does not exist. Readers that wait are woken. */
  stop(): void {
    this.next = undefined;
    this.records = [];
    this.bytes = 0;
    this.wake();
  }

  /** Takes what was fetched from `end` on; `next` is where to go on. */
  take(records: readonly RawRecord[], next: number): void {
    if (this.next === undefined || next <= this.next) return;
    for (const record of records) {
      this.records.push(record);
      this.bytes += record.json.length;
    }
    this.next = next;
    this.forget();
    this.wake();
  }

  /** What is known from `from` on, at most `limit` records; null when that is not among the newest. */
  slice(from: number, limit: number): PartitionRecords | null {
    if (this.next === undefined || from < this.begin || from >= this.next) return null;
    this.ask(from);
    const first = this.indexOf(from);
    const records = this.records.slice(first, first + limit);
    const last = records.at(-1);
    const all = first + limit >= this.records.length;
    return { records, next: all || !last ? this.next : last.position.offset + 1 };
  }

  /** Resolves when there is something at `offset` or behind it, when the feed stops, or when `signal` aborts. */
  beyond(offset: number, signal: AbortSignal): Promise<void> {
    this.ask(offset);
    if (signal.aborted || this.next === undefined || this.next > offset) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  private ask(offset: number): void {
    const wanted = this.wants;
    this.asked = Math.max(this.asked, offset);
    if (!wanted && this.wants) this.onWant();
  }

  private indexOf(offset: number): number {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle]?.position.offset ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private wake(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** Keeps a bounded number; halves at once, so that it costs little per record. */
  private forget(): void {
    while (this.records.length > KEPT_RECORDS || this.bytes > KEPT_BYTES) {
      const dropped = this.records.splice(0, Math.ceil(this.records.length / 2));
      for (const record of dropped) this.bytes -= record.json.length;
      this.begin = (dropped.at(-1)?.position.offset ?? this.begin) + 1;
    }
  }
}
