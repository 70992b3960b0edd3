import { type Bucket, RateCounters, type Standing } from './rate-counters';

interface Window {
  start: number;
  counts: Map<string, number>;
}

const OVERFLOW = '*';

/** Counters of one process. No timers: a window is forgotten whole when the next one begins. */
export class MemoryRateCounters extends RateCounters {
  private readonly windows = new Map<string, Window>();

  take(bucket: Bucket, key: string, cost: number, now: number): Standing {
    const start = now - (now % bucket.windowMs);
    const { counts } = this.windowOf(bucket, start);
    const counted = this.keyIn(counts, bucket, key);
    const count = (counts.get(counted) ?? 0) + cost;
    if (cost > 0) counts.set(counted, count);
    return {
      bucket,
      remaining: Math.max(0, bucket.limit - count),
      resetAt: start + bucket.windowMs,
      allowed: cost === 0 ? count < bucket.limit : count <= bucket.limit,
    };
  }

  private windowOf(bucket: Bucket, start: number): Window {
    const known = this.windows.get(bucket.name);
    // A clock that goes back must not forget what was counted.
    if (known && known.start >= start) return known;
    const made = { start, counts: new Map<string, number>() };
    this.windows.set(bucket.name, made);
    return made;
  }

  private keyIn(counts: Map<string, number>, bucket: Bucket, key: string): string {
    if (bucket.maxKeys === undefined || counts.has(key) || counts.size < bucket.maxKeys) return key;
    return OVERFLOW;
  }
}
