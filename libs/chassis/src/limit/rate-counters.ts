import type { RateLimit } from '../settings/settings.config';

/** A kind of limit: so many requests per key in each window. */
export interface Bucket extends RateLimit {
  /** Name in the `RateLimit` headers: `user`, `agent`, … */
  readonly name: string;
  /** Keys counted apart, at most; further ones share one count. For keys that anybody can make up. */
  readonly maxKeys?: number;
  /** Counted by slices where replicas share counters: for requests that cannot afford to ask each time. */
  readonly sliced?: boolean;
}

/** Where a key stands after a request was counted. */
export interface Standing {
  readonly bucket: Bucket;
  /** Requests left in this window, never negative. */
  readonly remaining: number;
  /** Milliseconds since 1970 when the window ends. */
  readonly resetAt: number;
  /** False when this request was one too many. */
  readonly allowed: boolean;
}

/**
 * Counts requests in fixed windows that are aligned to their length (a window of one hour begins with the hour). A port:
 * the adapter in memory answers at once; one shared by replicas may answer later.
 */
export abstract class RateCounters {
  /**
   * Counts `cost` requests of the key at `now` (ms) and answers where it stands. A request that is refused is counted too.
   * `cost` 0 only asks; it is allowed while something is left.
   */
  abstract take(
    bucket: Bucket,
    key: string,
    cost: number,
    now: number,
  ): Standing | Promise<Standing>;

  /**
   * Gives back `cost` requests of the key, in a bucket that is `sliced`: part of those that were counted when it stood so. Nothing is
   * given back of a window that is over.
   */
  abstract giveBack(counted: Standing, key: string, cost: number, now: number): void;
}
