import type { CommandTarget, Projected } from '@parapet/chassis';
import type { Webhook } from '@parapet/contracts';
import { collection } from '@parapet/readmodel';

export type StoredWebhook = Projected<Webhook>;

/** Webhooks that exist, and the graves of deleted ones. */
export const WEBHOOKS = collection<StoredWebhook>({
  name: 'webhooks',
  indexes: [{ equal: [], sort: 'created_at' }],
});

export const WEBHOOK_COMMANDS: CommandTarget<StoredWebhook> = {
  topic: 'webhooks',
  projection: 'notifier.webhooks',
  collection: WEBHOOKS,
};
