import type { Projected } from '@parapet/chassis';
import { TOPICS } from '@parapet/contracts';
import { collection } from '@parapet/readmodel';
import type { WebhookHealth } from './webhook-health';

export type StoredHealth = Projected<WebhookHealth>;

/** One document for each webhook that was sent something; gone when all facts that it was made of are. */
export const WEBHOOK_HEALTH = collection<StoredHealth>({
  name: 'notifier_webhook_health',
  indexes: [],
  expire: { field: 'updated_at', afterMs: TOPICS.deliveries.retentionMs },
});
