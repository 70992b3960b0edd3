/** Added to a wait at most, as a part of it: receivers that failed together are not asked together. */
const JITTER = 0.1;

export interface Failure {
  /** Attempts made so far in this schedule, this one included. */
  readonly tries: number;
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | null;
}

/** The world as the decision sees it. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
  /** Wait before each attempt, milliseconds, counted from the attempt before. */
  readonly scheduleMs: readonly number[];
}

/**
 * When a failed delivery is tried again (milliseconds since 1970), or null when the schedule is over. Never earlier than
 * the schedule says. A receiver that is busy (429, 503) may ask for more with `Retry-After`, up to the wait of the step
 * after.
 */
export function nextAttempt(failure: Failure, moment: Moment): number | null {
  const { now, random, scheduleMs } = moment;
  const wait = scheduleMs[failure.tries];
  if (wait === undefined) return null;
  const jittered = Math.ceil(wait * (1 + JITTER * random));
  const asked = askedWait(failure, now);
  const most = Math.max(wait, scheduleMs[failure.tries + 1] ?? wait);
  return now + Math.max(jittered, Math.min(asked, most));
}

/** The longest wait that a failure may come to with this schedule, milliseconds. */
export const longestWait = (scheduleMs: readonly number[]): number =>
  Math.ceil(Math.max(0, ...scheduleMs) * (1 + JITTER));

/** Milliseconds that a busy receiver asks to wait: `Retry-After` in seconds or as a date; 0 when it does not. */
export function askedWait({ status, retryAfter }: Omit<Failure, 'tries'>, now: number): number {
  if (retryAfter === null || (status !== 429 && status !== 503)) return 0;
  // Blanks behind a value are no part of it, but come with it.
  const asked = retryAfter.trim();
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  const until = /^[A-Z][a-z]+, .+ GMT$/.test(asked) ? Date.parse(asked) : NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
