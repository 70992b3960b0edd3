import type { ReadModel } from '@parapet/readmodel';
import { DELIVERIES } from '../delivery/delivery.collection';
import type { WebhookHealth } from './webhook-health';

/**
 * The health, in which nothing waits where there is nothing that does. A delivery that is kept no longer goes without a fact, also one
 * that waits still, as where the house was stopped for months: by the facts it would wait for ever. One look into an index, however
 * much there is: while others wait, it is counted with them.
 */
export async function stillPending<H extends Pick<WebhookHealth, 'id' | 'pending'>>(
  store: Pick<ReadModel, 'page'>,
  health: H,
): Promise<H> {
  if (health.pending === 0) return health;
  const equal = { webhook_id: health.id, status: 'pending' } as const;
  const waiting = await store.page(DELIVERIES, { equal, sort: 'created_at', limit: 1 });
  return waiting.length > 0 ? health : { ...health, pending: 0 };
}
