import { Logger } from '@nestjs/common';
import type { ReadModel } from '@parapet/readmodel';
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
  /** Counted here while the store was away, which does not know of it. */
  apart: number;
  slice: Slice | undefined;
}

/**
 * Counters that replicas share by way of the documents' store (`exactness.md`, rule 20): request by request, or, in a bucket that is
 * `sliced`, by slices reserved ahead. While the store is away every replica counts for itself what it knows to be left, and it
 * remembers that when the store is back: never more than the limit through one replica, whatever happens (ADR 16).
 */
export class SharedRateCounters extends RateCounters {
  private readonly logger = new Logger('limits');
  private readonly windows = new Windows<Entry>(() => ({ count: 0, apart: 0, slice: undefined }));
  private awayUntil = -Infinity;

  /** @param elapsed milliseconds since whenever, by a clock that is never set */
  constructor(
    private readonly store: Pick<ReadModel, 'increment'>,
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    super();
  }

  take(bucket: Bucket, key: string, cost: number, now: number): Standing | Promise<Standing> {
    const entry = this.windows.of(bucket, key, now);
    const known = bucket.sliced
      ? this.fromSlice(bucket, entry, cost)
      : this.overAlready(bucket, entry, cost);
    if (known) return known;
    if (this.elapsed() < this.awayUntil) return this.apart(bucket, entry, cost);
    const asked = bucket.sliced
      ? this.fromNextSlice(bucket, entry, cost)
      : this.count(bucket, entry, cost);
    return asked.catch((error: unknown) => {
      this.isAway(error);
      return this.apart(bucket, entry, cost);
    });
  }

  giveBack({ bucket, resetAt }: Standing, key: string, cost: number, now: number): void {
    const { start, value } = this.windows.of(bucket, key, now);
    if (start + bucket.windowMs !== resetAt) return;
    value.slice?.giveBack(cost).catch((error: unknown) => this.isAway(error));
  }

  /** Who is over the limit is not worth a question: a flood of requests must not become one of the store. */
  private overAlready(
    bucket: Bucket,
    { start, value }: InWindow<Entry>,
    cost: number,
  ): Standing | null {
    const count = value.count + value.apart;
    if (count <= bucket.limit) return null;
    return standingOf(bucket, start, { count, cost });
  }

  private async count(bucket: Bucket, entry: InWindow<Entry>, cost: number): Promise<Standing> {
    const count = await this.add(bucket, entry, cost);
    const { start, value } = entry;
    value.count = Math.max(value.count, count);
    return standingOf(bucket, start, { count: count + value.apart, cost });
  }

  /** Counts while the store is away. */
  private apart(bucket: Bucket, { start, value }: InWindow<Entry>, cost: number): Standing {
    if (value.slice) {
      const allowed = value.slice.takeApart(cost);
      return sliceStanding(bucket, start, value.slice, allowed);
    }
    value.apart += cost;
    return standingOf(bucket, start, { count: value.count + value.apart, cost });
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
    const known = this.elapsed() < this.awayUntil;
    this.awayUntil = this.elapsed() + LEAVE_ALONE_MS;
    if (known) return;
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
