import { setTimeout as pause } from 'node:timers/promises';

const BETWEEN_MS = 50;

/**
 * Asks until the answer is true. An error of the question counts as "not yet".
 * @param limit milliseconds
 * @returns whether it became true in time
 */
export async function until(question, limit) {
  const end = performance.now() + limit;
  for (;;) {
    if (
      await Promise.resolve()
        .then(question)
        .catch(() => false)
    )
      return true;
    if (performance.now() > end) return false;
    await pause(BETWEEN_MS);
  }
}
