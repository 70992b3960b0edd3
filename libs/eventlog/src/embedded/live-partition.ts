import type { RawRecord } from '@parapet/contracts';
import { NewestRecords } from '../reading/newest-records';
import { Waiters } from '../reading/waiters';

/**
 * What this process knows of one partition without asking the database: where it ends, and the newest records, which most
 * readers want a moment after they were written.
 */
export class LivePartition {
  private readonly recent: NewestRecords;
  private readonly waiting = new Waiters();

  constructor(private next: number) {
    this.recent = new NewestRecords(next);
  }

  /** Next offset to be written; everything below is durable. */
  get end(): number {
    return this.next;
  }

  /** Takes durable records, in order, and wakes all that wait. */
  appended(records: readonly RawRecord[]): void {
    const last = records.at(-1);
    if (!last) return;
    this.next = last.position.offset + 1;
    this.recent.add(records);
    this.waiting.wake();
  }

  /** Records from `from` on, below `to`; null when they are not all among the newest. */
  newest(from: number, to: number, limit: number): readonly RawRecord[] | null {
    if (this.recent.isEmpty || from < this.recent.from) return null;
    return this.recent.slice(from, Math.min(limit, to - from));
  }

  /** Resolves when something at `offset` or behind it exists, or when `signal` aborts. */
  async beyond(offset: number, signal: AbortSignal): Promise<void> {
    if (this.next <= offset) await this.waiting.next(signal);
  }
}
