import { isDeepStrictEqual } from 'node:util';
import {
  envelope,
  type Origin,
  type Webhook,
  type WebhookCreated,
  type WebhookDeleted,
  type WebhookDisabled,
  type WebhookEventName,
  type WebhookFilter,
  type WebhookFormat,
  type WebhookUpdated,
} from '@parapet/contracts';
import { withItsKey } from './with-its-key';

/** Headers that a webhook sends besides the house's: names in the clear, values sealed; null when there are none. */
export interface SealedHeaders {
  readonly header_names: readonly string[];
  readonly headers_sealed: string | null;
}

/** What a person says of a webhook. */
export interface WebhookDescription extends SealedHeaders {
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly filter: WebhookFilter;
  readonly format: WebhookFormat;
  readonly description: string;
  readonly enabled: boolean;
}

/** What a webhook is when nothing else is said. */
export const WEBHOOK_DEFAULTS = {
  events: ['issue.created'],
  filter: {},
  format: 'parapet',
  header_names: [],
  headers_sealed: null,
  description: '',
  enabled: true,
} as const satisfies Omit<WebhookDescription, 'url'>;

/** Made at the door: the id, the sealed secret, and the end of `issues` from which on facts are for it. */
export interface FreshWebhook {
  readonly id: string;
  readonly secretSealed: string;
  readonly from: readonly number[];
  /** Of a request with an `Idempotency-Key`. */
  readonly requestDigest?: string;
}

export const createWebhook = (
  fresh: FreshWebhook,
  described: WebhookDescription,
  origin: Origin,
): WebhookCreated => ({
  ...envelope('WebhookCreated', origin),
  data: {
    webhook_id: fresh.id,
    version: 1,
    ...described,
    secret_sealed: fresh.secretSealed,
    from: fresh.from,
    ...(fresh.requestDigest !== undefined && { request_digest: fresh.requestDigest }),
  },
});

/** What is said of a webhook, also of one from before some of it could be said. */
const descriptionOf = (webhook: Webhook): WebhookDescription => {
  const { url, events, filter, format, description, enabled, ...said } = {
    ...WEBHOOK_DEFAULTS,
    ...webhook,
  };
  const { header_names, headers_sealed } = said;
  return { url, events, filter, format, header_names, headers_sealed, description, enabled };
};

/**
 * Changes what is given and keeps the rest. Enabling moves `from` to the end of `issues`: what happened while it was
 * disabled is not for it. @returns null when nothing would change. @throws Problem `bad_request` for a missing key
 */
export function updateWebhook(
  webhook: Webhook,
  change: Partial<WebhookDescription>,
  ends: readonly number[],
  origin: Origin,
): WebhookUpdated | null {
  const before = descriptionOf(webhook);
  const after = withItsKey({ ...before, ...change });
  if (isDeepStrictEqual(after, before)) return null;
  const enables = after.enabled && !before.enabled;
  return {
    ...envelope('WebhookUpdated', origin),
    data: {
      ...{ webhook_id: webhook.id, version: webhook.version + 1 },
      ...after,
      ...(change.headers_sealed !== undefined && { headers_replaced: true }),
      from: enables ? ends : webhook.from,
    },
  };
}

/** The house disables it: the receiver said that it is gone. */
export const disableWebhook = (
  webhook: Webhook,
  reason: string,
  origin: Origin,
): WebhookDisabled => ({
  ...envelope('WebhookDisabled', origin),
  data: { webhook_id: webhook.id, version: webhook.version + 1, reason },
});

export const deleteWebhook = (webhook: Webhook, origin: Origin): WebhookDeleted => ({
  ...envelope('WebhookDeleted', origin),
  data: { webhook_id: webhook.id, version: webhook.version + 1 },
});
