import {
  envelope,
  isoTime,
  type Origin,
  secretsAt,
  type Webhook,
  type WebhookSecretPromoted,
  type WebhookSecretStaged,
} from '@parapet/contracts';

/** How long receivers have to learn the new secret. */
export const STAGED_MS = 24 * 3_600_000;

/** A new secret beside the one that signs; a staged one of before is dropped, and the day begins anew. */
export const stageSecret = (
  webhook: Webhook,
  secretSealed: string,
  origin: Origin,
): WebhookSecretStaged => ({
  ...envelope('WebhookSecretStaged', origin),
  data: {
    webhook_id: webhook.id,
    version: webhook.version + 1,
    secret_sealed: secretSealed,
    promotes_at: isoTime(Date.parse(origin.time) + STAGED_MS),
  },
});

/** Whether the time of the staged secret has come, and nobody has recorded it yet. @param at RFC 3339 */
export const promotionIsDue = (webhook: Webhook, at: string): boolean =>
  webhook.staged !== undefined && secretsAt(webhook, at).staged === null;

/** Makes the staged secret the only one. */
export const promoteSecret = (webhook: Webhook, origin: Origin): WebhookSecretPromoted => ({
  ...envelope('WebhookSecretPromoted', origin),
  data: { webhook_id: webhook.id, version: webhook.version + 1 },
});
