import type { Settings } from '@parapet/chassis';
import { eventId, isoTime, type WebhookCreated } from '@parapet/contracts';
import { createWebhook, WEBHOOK_DEFAULTS } from '../webhook/change-webhook';
import { newSecret, SecretBox } from '../webhook/secret-box';

/** A webhook that leads to `url`, its secret sealed with the key of these settings. */
export function webhookCreated(settings: Settings, id: string, url: string): WebhookCreated {
  const sealed = new SecretBox(settings.secretKey).seal(newSecret(), id);
  const fresh = { id, secretSealed: sealed, from: [] };
  const origin = {
    ...{ id: eventId(), time: isoTime(Date.now()), actor: 'token_1', cause: null },
  };
  return createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url }, origin);
}
