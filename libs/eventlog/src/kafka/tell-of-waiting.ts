import type { DeliveryLogger } from '../delivery/delivery-options';
import { doubtOf } from './refusal';

/**
 * Says once that Kafka is waited for, and once more for each other thing to look at: it may have been away at first, and want
 * another setting when it is there.
 */
export function tellOfWaiting(logger: DeliveryLogger): (error: unknown) => void {
  const told = new Set<string | undefined>();
  return (error) => {
    const look = doubtOf(error);
    if (told.has(look) || (look === undefined && told.size > 0)) return;
    told.add(look);
    logger.warn({ err: error, look }, 'Kafka is not ready: waiting for it');
  };
}
