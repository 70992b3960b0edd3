import type { CountBucketView } from '../api/generated/types.gen';

const NEWEST = 5;
const MINUTE_MS = 60_000;

/**
 * How many there were in a minute, over the newest five.
 * @param buckets a minute each, oldest first; the last one is not over yet
 * @param now milliseconds since 1970
 */
export function perMinute(buckets: readonly CountBucketView[], now: number): number {
  const newest = buckets.slice(-NEWEST);
  const count = newest.reduce((sum, bucket) => sum + bucket.count, 0);
  const minutes = (now - Date.parse(newest[0]?.time ?? '')) / MINUTE_MS;
  return Math.round((count / Math.max(1, minutes)) * 10) / 10 || 0;
}
