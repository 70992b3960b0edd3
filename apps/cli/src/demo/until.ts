import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const AGAIN_MS = 300;

/** Asks again until it holds, or for 20 s: whoever asked sees then what is missing. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds()) && performance.now() < deadline)
    await pause(AGAIN_MS, undefined, { signal });
}
