import type { RawRecord } from '@parapet/contracts';
import { NewestRecords } from '../reading/newest-records';
import { Waiters } from '../reading/waiters';

/** Somebody who reads a partition: what lies before `next` he has been given. */
export interface ReaderPlace {
  readonly next: number;
}

/**
 * What this process knows of one partition without asking the database: where it ends, and the newest records, which most
 * readers want a moment after they were written. What all of them have been given is forgotten: kept longer, it would only be garbage
 * that was copied again and again.
 */
export class LivePartition {
  private readonly recent: NewestRecords;
  private readonly waiting = new Waiters();
  private readonly readers = new Set<ReaderPlace>();

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
    this.forget();
    this.waiting.wake();
  }

  /** Keeps what is appended for this reader, within bounds, until he leaves. */
  enter(reader: ReaderPlace): void {
    this.readers.add(reader);
  }

  leave(reader: ReaderPlace): void {
    this.readers.delete(reader);
    this.forget();
  }

  /** Forgets what every reader has been given. */
  forget(): void {
    let passed = this.next;
    for (const { next } of this.readers) passed = Math.min(passed, next);
    this.recent.passed(passed);
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
