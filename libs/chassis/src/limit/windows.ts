import type { Bucket } from './rate-counters';
import { windowStart } from './standing-of';

interface Window<T> {
  readonly start: number;
  readonly byKey: Map<string, T>;
}

/** What a key has in the window of a moment. */
export interface InWindow<T> {
  /** The key as it is counted: the one that was asked for, or one for all beyond `maxKeys`. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly value: T;
}

const OVERFLOW = '*';

/**
 * Whether a moment of the window that begins at `start` belongs to the known one. A clock that goes back must not forget what was
 * counted; but one that was far ahead must not keep everybody out until that time has come.
 */
const isOf = (known: number, start: number, windowMs: number): boolean =>
  known >= start && known - start <= windowMs;

/** Something per key of each bucket, in fixed windows. No timers: a window is forgotten whole when the next one begins. */
export class Windows<T> {
  private readonly windows = new Map<string, Window<T>>();

  constructor(private readonly make: () => T) {}

  of(bucket: Bucket, asked: string, now: number): InWindow<T> {
    const { start, byKey } = this.windowOf(bucket, windowStart(bucket, now));
    const known = byKey.get(asked);
    if (known !== undefined) return { key: asked, start, value: known };
    const full = bucket.maxKeys !== undefined && byKey.size >= bucket.maxKeys;
    const key = full ? OVERFLOW : asked;
    const value = byKey.get(key) ?? this.make();
    byKey.set(key, value);
    return { key, start, value };
  }

  private windowOf(bucket: Bucket, start: number): Window<T> {
    const known = this.windows.get(bucket.name);
    if (known && isOf(known.start, start, bucket.windowMs)) return known;
    const made = { start, byKey: new Map<string, T>() };
    this.windows.set(bucket.name, made);
    return made;
  }
}
