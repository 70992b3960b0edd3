import type { WebhookTable } from '../webhook/webhook-table';

/** Webhooks that have series of their own; of more the first by id. */
const MOST = 500;

/** The ids of the webhooks that metrics name: those that exist, a bounded number. */
export const shownWebhooks = (webhooks: WebhookTable): readonly string[] =>
  [...webhooks.values()]
    .map(({ id }) => id)
    .sort()
    .slice(0, MOST);
