import type { DeliveryAttempt } from '@parapet/contracts';

/** Attempts in a row that find the receiver down before it is left alone. */
export const OPENS_AFTER = 10;
const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 60_000;

/** What one process knows of a receiver by its own attempts; undefined where the last one found it up. */
export interface Breaker {
  /** Attempts in a row that found it down. */
  readonly failures: number;
  /** While it is open: from when on one attempt may be made (milliseconds since 1970), and the pause before that. */
  readonly open: { readonly probeAt: number; readonly pauseMs: number } | null;
}

/** What an attempt says of the receiver. */
export interface Sign {
  readonly down: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

const DOWN: ReadonlySet<string> = new Set(['connect', 'timeout', 'tls', 'dns', 'closed']);

/**
 * Whether an attempt says that nobody is there, or nobody who can take anything now (5xx, 429). Any other answer, and a refusal of
 * ours, comes at once and costs nobody a place.
 */
export function findsDown({ error, status }: Pick<DeliveryAttempt, 'error' | 'status'>): boolean {
  if (error === 'status') return status !== null && (status >= 500 || status === 429);
  return error !== null && DOWN.has(error);
}

/**
 * The breaker after an attempt. Whatever finds the receiver up closes it. While it is open, the pause doubles with each probe that
 * failed; what was under way before the probe was due says nothing new.
 */
export function afterAttempt(
  was: Breaker | undefined,
  { down, startedAt }: Sign,
  now: number,
): Breaker | undefined {
  if (!down) return undefined;
  const failures = (was?.failures ?? 0) + 1;
  if (!was?.open)
    return { failures, open: failures < OPENS_AFTER ? null : pause(now, FIRST_PAUSE_MS) };
  if (startedAt < was.open.probeAt && !isSetBack(was.open.probeAt, now)) return was;
  return { failures, open: pause(now, Math.min(was.open.pauseMs * 2, LONGEST_PAUSE_MS)) };
}

const pause = (now: number, pauseMs: number) => ({ probeAt: now + pauseMs, pauseMs });

/** Whether the clock was set back since a pause began: it must not become longer than the longest. */
const isSetBack = (probeAt: number, now: number): boolean => probeAt - now > LONGEST_PAUSE_MS;

/** How many attempts may be in flight. */
export function placesOf(breaker: Breaker | undefined, now: number): number {
  if (!breaker?.open) return Infinity;
  const { probeAt } = breaker.open;
  return probeAt <= now || isSetBack(probeAt, now) ? 1 : 0;
}
