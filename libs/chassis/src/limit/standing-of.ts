import type { Bucket, Standing } from './rate-counters';

/** Milliseconds since 1970 when the window of this moment began. */
export const windowStart = (bucket: Bucket, now: number): number => now - (now % bucket.windowMs);

/** Where a key stands whose requests in the window that began at `start` are `count`, the last `cost` of them new. */
export function standingOf(
  bucket: Bucket,
  start: number,
  { count, cost }: { readonly count: number; readonly cost: number },
): Standing {
  return {
    bucket,
    remaining: Math.max(0, bucket.limit - count),
    resetAt: start + bucket.windowMs,
    allowed: cost === 0 ? count < bucket.limit : count <= bucket.limit,
  };
}
