import { setTimeout as pause } from 'node:timers/promises';
import { BackOff } from './back-off';
import { HouseAway, HouseProblem } from './house-problem';

/** How often a thing is asked for, when it may have been made though nobody could say so. */
const TIMES = 4;

/** Seconds that somebody at a terminal waits for the next attempt, at most: whoever says more is away, as in maintenance. */
const LONGEST_S = 30;

/** Resolves after so many milliseconds. */
export type Wait = (ms: number) => Promise<unknown>;

/**
 * Asks for a thing to be made until it is known what became of that.
 * @param ask the same each time, with one `Idempotency-Key`: so it is made once
 * @throws what the last attempt threw
 */
export async function untilKnown<T>(ask: () => Promise<T>, wait: Wait = pause): Promise<T> {
  const backOff = new BackOff();
  for (let left = TIMES - 1; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !isUnknown(error)) throw error;
      await wait(backOff.next(error instanceof HouseProblem ? error.retryAfter : undefined));
    }
  }
}

/** Whether it may have been made: its answer was lost, it cannot be read yet, or an attempt before is still being answered. */
const isUnknown = (error: unknown): boolean =>
  error instanceof HouseAway ||
  (error instanceof HouseProblem &&
    (error.status >= 500 || error.status === 409) &&
    (error.retryAfter ?? 0) <= LONGEST_S);
