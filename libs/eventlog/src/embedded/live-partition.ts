import type { RawRecord } from '@parapet/contracts';

const RECENT_RECORDS = 1_000;
const RECENT_BYTES = 1024 * 1024;

/**
 * What this process knows of one partition without asking the database: where it ends, and the newest records, which most
 * readers want a moment after they were written.
 */
export class LivePartition {
  private recent: RawRecord[] = [];
  private bytes = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private next: number) {}

  /** Next offset to be written; everything below is durable. */
  get end(): number {
    return this.next;
  }

  /** Takes durable records, in order, and wakes all that wait. */
  appended(records: readonly RawRecord[]): void {
    const last = records.at(-1);
    if (!last) return;
    this.next = last.position.offset + 1;
    for (const record of records) {
      this.recent.push(record);
      this.bytes += record.json.length;
    }
    this.forget();
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Records from `from` on, below `to`; null when they are not all among the newest. */
  newest(from: number, to: number, limit: number): readonly RawRecord[] | null {
    const first = this.recent[0]?.position.offset;
    if (first === undefined || from < first) return null;
    const begin = from - first;
    return this.recent.slice(begin, Math.min(begin + limit, to - first));
  }

  /** Resolves when something at `offset` or behind it exists, or when `signal` aborts. */
  beyond(offset: number, signal: AbortSignal): Promise<void> {
    if (this.next > offset || signal.aborted) return Promise.resolve();
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

  /** Keeps a bounded number; halves at once, so that it costs little per record. */
  private forget(): void {
    while (this.recent.length > RECENT_RECORDS || this.bytes > RECENT_BYTES) {
      const dropped = this.recent.splice(0, Math.ceil(this.recent.length / 2));
      for (const record of dropped) this.bytes -= record.json.length;
    }
  }
}
