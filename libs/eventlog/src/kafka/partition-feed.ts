import type { RawRecord } from '@parapet/contracts';
import type { PartitionRecords } from '../delivery/partition-loop';
import { NewestRecords } from '../reading/newest-records';
import { Waiters } from '../reading/waiters';

/** How far a feed runs ahead of its fastest reader. */
const AHEAD = 1_000;

/**
 * The newest records of one partition, as the long poll brings them, shared by all readers of this process. Runs once a
 * reader has come to the end of the partition; who is further behind fetches for himself.
 */
export class PartitionFeed {
  private newest = new NewestRecords(0);
  private next: number | undefined;
  private asked = 0;
  private readonly waiting = new Waiters();

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
    this.next = this.asked = offset;
    this.newest = new NewestRecords(offset);
    this.onWant();
  }

  /** Stops and forgets: nobody reads, or what it was to fetch does not exist. Readers that wait are woken. */
  stop(): void {
    this.next = undefined;
    this.newest = new NewestRecords(0);
    this.waiting.wake();
  }

  /** Takes what was fetched from `end` on; `next` is where to go on. */
  take(records: readonly RawRecord[], next: number): void {
    if (this.next === undefined || next <= this.next) return;
    this.newest.add(records);
    this.next = next;
    this.waiting.wake();
  }

  /** What is known from `from` on, at most `limit` records; null when that is not among the newest. */
  slice(from: number, limit: number): PartitionRecords | null {
    if (this.next === undefined || from < this.newest.from || from >= this.next) return null;
    this.ask(from);
    const records = this.newest.slice(from, limit);
    const last = records.at(-1);
    const all = last === undefined || last === this.newest.last;
    return { records, next: all ? this.next : last.position.offset + 1 };
  }

  /** Resolves when there is something at `offset` or behind it, when the feed stops or goes on elsewhere, or when `signal` aborts. */
  async beyond(offset: number, signal: AbortSignal): Promise<void> {
    // He did not come here by reading: what he passed over is not fetched. Others, if there are any, fetch for themselves.
    if (this.next !== undefined && offset - this.next > AHEAD) this.goOnAt(offset);
    this.ask(offset);
    if (this.next !== undefined && this.next <= offset) await this.waiting.next(signal);
  }

  private goOnAt(offset: number): void {
    this.next = offset;
    this.newest = new NewestRecords(offset);
    this.waiting.wake();
  }

  private ask(offset: number): void {
    const wanted = this.wants;
    this.asked = Math.max(this.asked, offset);
    if (!wanted && this.wants) this.onWant();
  }
}
