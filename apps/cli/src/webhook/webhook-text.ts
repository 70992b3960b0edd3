import type { WebhookEventName, WebhookFormat } from '@parapet/contracts';
import { plain, seconds } from '../plain-text';
import { table } from '../table-text';

/** What a list needs of a webhook of the API. */
export interface WebhookShown {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly format: WebhookFormat;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly delivery_health: {
    readonly pending: number;
    readonly failing_since: string | null;
    readonly last_success_at: string | null;
  };
}

const HEAD = ['ID', 'ENABLED', 'HEALTH (UTC)', 'WAITING', 'FORMAT', 'EVENTS', 'URL'];

/** The list, for people. */
export function webhookList(webhooks: readonly WebhookShown[]): string[] {
  if (webhooks.length === 0) return ['There are no webhooks.'];
  const rows = webhooks.map((webhook) => [
    ...[webhook.id, webhook.enabled ? 'yes' : 'no', healthOf(webhook)],
    ...[String(webhook.delivery_health.pending), webhook.format, webhook.events.join(', ')],
    plain(webhook.url),
  ]);
  return table(HEAD, rows);
}

/** How its deliveries fare, in few words. */
function healthOf({ disabled_reason, delivery_health }: WebhookShown): string {
  const { failing_since, last_success_at } = delivery_health;
  if (disabled_reason !== null) return plain(disabled_reason);
  if (failing_since !== null) return `failing since ${seconds(failing_since)}`;
  return last_success_at === null ? 'nothing delivered yet' : `well at ${seconds(last_success_at)}`;
}
