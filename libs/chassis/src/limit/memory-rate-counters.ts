import { type Bucket, RateCounters, type Standing } from './rate-counters';
import { standingOf } from './standing-of';
import { Windows } from './windows';

/** Counters of one process. */
export class MemoryRateCounters extends RateCounters {
  private readonly windows = new Windows(() => ({ count: 0 }));

  take(bucket: Bucket, key: string, cost: number, now: number): Standing {
    const { start, value } = this.windows.of(bucket, key, now);
    value.count += cost;
    return standingOf(bucket, start, { count: value.count, cost });
  }

  giveBack({ bucket, resetAt }: Standing, key: string, cost: number, now: number): void {
    const { start, value } = this.windows.of(bucket, key, now);
    if (start + bucket.windowMs === resetAt) value.count -= cost;
  }
}
