import { Moved } from '@parapet/contracts';
import { Backoff, type DeliveryHouse } from './delivery-options';

/**
 * Does `work` until it succeeds, backing off, whatever the error: for steps that must not be left out. Each kind of error is said once: behind
 * a log that is away for a while may be another one, for which waiting is in vain.
 * @returns undefined when `signal` aborted first.
 * @throws Moved, which no trying mends.
 */
export async function persist<T>(
  work: () => Promise<T>,
  what: string,
  house: Pick<DeliveryHouse, 'delays' | 'logger'>,
  signal: AbortSignal,
): Promise<{ readonly value: T } | undefined> {
  const backoff = new Backoff(house.delays);
  const said = new Set<string>();
  for (;;) {
    try {
      return { value: await work() };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof Moved) throw error;
      const kind = error instanceof Error ? error.name : typeof error;
      if (!said.has(kind))
        house.logger.warn({ err: error }, `${what}: trying again until it works`);
      said.add(kind);
      await backoff.wait(signal);
      if (signal.aborted) return undefined;
    }
  }
}
