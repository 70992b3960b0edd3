import { setTimeout as pause } from 'node:timers/promises';

type Found = string | number | true | object;
type Nothing = false | null | undefined;

/** Long beyond what a machine that does many things needs (ms): who waits so long waits for nothing. */
export const PATIENCE_MS = 120_000;

/**
 * Asks again until the check answers something (it may throw meanwhile), and answers that.
 * @throws what the check threw last, or that nothing was found, after `withinMs`.
 */
export async function eventually<T extends Found>(
  check: () => Promise<T | Nothing> | T | Nothing,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let last: unknown = new Error(`what was awaited did not happen within ${withinMs} ms`);
  for (;;) {
    try {
      const found = await check();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) throw last;
    await pause(20);
  }
}

/** Asks again until the expectations hold. @throws the one that did not, after `withinMs`. */
export async function holds(check: () => Promise<void> | void, withinMs?: number): Promise<void> {
  const checked = async (): Promise<true> => {
    await check();
    return true;
  };
  await eventually(checked, withinMs);
}
