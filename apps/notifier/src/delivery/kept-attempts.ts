import type { DeliveryAttempt } from '@parapet/contracts';

/** Attempts that are kept with a delivery; asked for again and again, it must not grow without end. */
export const ATTEMPTS_KEPT = 20;
/** Characters of a response that are kept of attempts before the newest, and shown in lists. */
const SHORT_RESPONSE = 1_024;

/** The newest attempts, of which the last one alone has its whole response: hundreds of deliveries are read and written at once. */
export const keptAttempts = (attempts: readonly DeliveryAttempt[]): readonly DeliveryAttempt[] =>
  attempts
    .slice(-ATTEMPTS_KEPT)
    .map((attempt, nth, { length }) => (nth < length - 1 ? shortened(attempt) : attempt));

/** An attempt with the beginning of its response: not half a character, which readers of JSON choke on. */
export const shortened = (attempt: DeliveryAttempt): DeliveryAttempt =>
  attempt.response.length <= SHORT_RESPONSE
    ? attempt
    : { ...attempt, response: attempt.response.slice(0, SHORT_RESPONSE).toWellFormed() };
