import type { DeliveryAttempt } from '@parapet/contracts';

/** Attempts in a row that find the receiver down before it is left alone. */
export const OPENS_AFTER = 10;
const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 60_000;
/** A receiver that is back takes anything; one that was asked too much takes some, and is asked too much again by many at once. */
const TO_TAKE = { away: 1, busy: 8 };

/** What one process knows of a receiver by its own attempts; undefined where the last one found it up. */
export interface Breaker {
  /** Attempts in a row that found it down. */
  readonly failures: number;
  readonly open: Pause | null;
}

interface Pause {
  /** From when on one attempt may be made, milliseconds since 1970. */
  readonly probeAt: number;
  readonly pauseMs: number;
  /** How many attempts must find the receiver up, one after another, before it gets as many at once as any other. */
  readonly toTake: number;
}

/** What an attempt says of the receiver. */
export interface Sign {
  readonly down: boolean;
  /** How long a busy receiver asked to be left alone (`Retry-After`), milliseconds; 0 where it did not. */
  readonly askedMs: number;
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

/** The breaker after an attempt. */
export const afterAttempt = (
  was: Breaker | undefined,
  sign: Sign,
  now: number,
): Breaker | undefined => (sign.down ? afterFailure(was, sign, now) : afterSuccess(was, sign, now));

/** What was under way as it opened says nothing new of a receiver that takes some of what comes at once. */
function afterSuccess(
  was: Breaker | undefined,
  { startedAt }: Sign,
  now: number,
): Breaker | undefined {
  if (!was?.open || was.open.toTake <= 1) return undefined;
  const { probeAt, pauseMs, toTake } = was.open;
  if (startedAt <= probeAt - pauseMs && !isSetBack(probeAt, now)) return was;
  return { failures: 0, open: { ...was.open, toTake: toTake - 1 } };
}

/** What was under way before the probe was due says nothing new. */
function afterFailure(was: Breaker | undefined, sign: Sign, now: number): Breaker {
  const open = was?.open ?? null;
  if (was && open && sign.startedAt < open.probeAt && !isSetBack(open.probeAt, now)) return was;
  const failures = (was?.failures ?? 0) + 1;
  return { failures, open: pauseAfter({ open, failures }, sign.askedMs, now) };
}

/**
 * It opens with the tenth failure in a row, or with the first that says when to come back. While it is open, the pause doubles with each
 * probe that failed, unless the receiver asks for another. From the tenth on it may ask for a longer one alone: at one a second for days
 * all that waits would be given up.
 */
function pauseAfter({ open, failures }: Breaker, askedMs: number, now: number): Pause | null {
  const often = failures >= OPENS_AFTER;
  const ownMs = open ? open.pauseMs * 2 : FIRST_PAUSE_MS;
  if (askedMs > 0) return pause(now, often ? Math.max(askedMs, ownMs) : askedMs, TO_TAKE.busy);
  return open || often ? pause(now, ownMs, TO_TAKE.away) : null;
}

function pause(now: number, wantedMs: number, toTake: number): Pause {
  const pauseMs = Math.min(wantedMs, LONGEST_PAUSE_MS);
  return { probeAt: now + pauseMs, pauseMs, toTake };
}

/** Whether the clock was set back since a pause began: it must not become longer than the longest. */
const isSetBack = (probeAt: number, now: number): boolean => probeAt - now > LONGEST_PAUSE_MS;

/** Whether so many attempts in a row failed that somebody should look. One that is busy and says so takes what it can. */
export const isDown = (breaker: Breaker | undefined): boolean =>
  breaker !== undefined && breaker.failures >= OPENS_AFTER;

/** How many attempts may be in flight. */
export function placesOf(breaker: Breaker | undefined, now: number): number {
  if (!breaker?.open) return Infinity;
  const { probeAt } = breaker.open;
  return probeAt <= now || isSetBack(probeAt, now) ? 1 : 0;
}
