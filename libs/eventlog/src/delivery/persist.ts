import { Moved } from '@parapet/contracts';
import { Backoff, type DeliveryHouse } from './delivery-options';

/**
 * Does `work` until it succeeds, backing off, whatever the error: for steps that must not be left out.
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
  for (let tries = 1; ; tries++) {
    try {
      return { value: await work() };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof Moved) throw error;
      if (tries === 1) house.logger.warn({ err: error }, `${what}: trying again until it works`);
      await backoff.wait(signal);
      if (signal.aborted) return undefined;
    }
  }
}
