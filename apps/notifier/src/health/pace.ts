/** How long a webhook keeps a place: `unknown` until an attempt to it has ended in this process. */
export type Pace = 'prompt' | 'unknown' | 'slow';

/** An attempt that takes as long is a slow one: as many of them as there are places would keep everybody waiting. */
const SLOW_MS = 1_000;
/**
 * After a slow one its receiver counts as slow for as long, however quick the others are: what hangs ends after all that came after it,
 * and of a receiver that hangs now and then all places would hang in the end. Twice as long as the longest attempt takes.
 */
const SLOW_FOR_MS = 30_000;

/** What attempts have told of a receiver: the moment when the last slow one ended, -Infinity where none was. */
export interface Told {
  readonly slowAt: number;
}

/** `tookMs`: of an attempt that ended now. */
export const afterTaking = (was: Told | undefined, tookMs: number, now: number): Told => ({
  slowAt: tookMs < SLOW_MS ? (was?.slowAt ?? -Infinity) : now,
});

export function paceOf(told: Told | undefined, now: number): Pace {
  if (!told) return 'unknown';
  return now - told.slowAt < SLOW_FOR_MS ? 'slow' : 'prompt';
}
