import { Logger } from '@nestjs/common';
import type { ReadModel } from '@parapet/readmodel';
import { MemoryRateCounters } from './memory-rate-counters';
import { type Bucket, RateCounters, type Standing } from './rate-counters';
import { Slice } from './slice';
import { standingOf } from './standing-of';
import { type InWindow, Windows } from './windows';

/** While the shared counters are away they are not asked again for so long. */
const LEAVE_ALONE_MS = 1_000;
/** Replicas' clocks differ: a counter is kept a little longer than its window. */
const MARGIN_MS = 60_000;

interface Entry {
  /** The highest count that was heard of. */
  count: number;
  slice: Slice | undefined;
}

/**
 * Counters that replicas share by way of the documents' store (`exactness.md`, rule 20): request by request, or, in a bucket that is
 * `sliced`, by slices reserved ahead. While the store is away every replica counts for itself: the limit is then one per
 * replica.
 */
export class SharedRateCounters extends RateCounters {
  private readonly logger = new Logger('limits');
  private readonly local = new MemoryRateCounters();
  private readonly windows = new Windows<Entry>(() => ({ count: 0, slice: undefined }));
  private awayUntil = -Infinity;

  constructor(private readonly store: Pick<ReadModel, 'increment'>) {
    super();
  }

  take(bucket: Bucket, key: string, cost: number, now: number): Standing | Promise<Standing> {
    const entry = this.windows.of(bucket, key, now);
    const known = bucket.sliced
      ? this.fromSlice(bucket, entry, cost)
      : this.overAlready(bucket, entry, cost);
    if (known) return known;
    const local = (): Standing => this.local.take(bucket, key, cost, now);
    if (performance.now() < this.awayUntil) return local();
    const asked = bucket.sliced
      ? this.fromNextSlice(bucket, entry, cost)
      : this.count(bucket, entry, cost);
    return asked.catch((error: unknown) => {
      this.isAway(error);
      return local();
    });
  }

  /** Who is over the limit is not worth a question: a flood of requests must not become one of the store. */
  private overAlready(
    bucket: Bucket,
    { start, value }: InWindow<Entry>,
    cost: number,
  ): Standing | null {
    if (value.count <= bucket.limit) return null;
    return standingOf(bucket, start, { count: value.count, cost });
  }

  private async count(bucket: Bucket, entry: InWindow<Entry>, cost: number): Promise<Standing> {
    const count = await this.add(bucket, entry, cost);
    entry.value.count = Math.max(entry.value.count, count);
    return standingOf(bucket, entry.start, { count, cost });
  }

  private fromSlice(bucket: Bucket, entry: InWindow<Entry>, cost: number): Standing | null {
    const slice = this.sliceOf(bucket, entry);
    const allowed = slice.takeKnown(cost);
    return allowed === null ? null : sliceStanding(bucket, entry.start, slice, allowed);
  }

  private async fromNextSlice(
    bucket: Bucket,
    entry: InWindow<Entry>,
    cost: number,
  ): Promise<Standing> {
    const slice = this.sliceOf(bucket, entry);
    return sliceStanding(bucket, entry.start, slice, await slice.take(cost));
  }

  private sliceOf(bucket: Bucket, entry: InWindow<Entry>): Slice {
    return (entry.value.slice ??= new Slice(bucket.limit, (by) => this.add(bucket, entry, by)));
  }

  private add({ name, windowMs }: Bucket, { key, start }: InWindow<Entry>, by: number) {
    const expiresAt = start + windowMs + MARGIN_MS;
    return this.store.increment(`rate ${name} ${start} ${key}`, by, expiresAt);
  }

  private isAway(error: unknown): void {
    this.awayUntil = performance.now() + LEAVE_ALONE_MS;
    this.logger.warn(
      `each process counts for itself, the shared counters are away: ${String(error)}`,
    );
  }
}

const sliceStanding = (
  bucket: Bucket,
  start: number,
  { remaining }: Slice,
  allowed: boolean,
): Standing => ({ bucket, remaining, allowed, resetAt: start + bucket.windowMs });
