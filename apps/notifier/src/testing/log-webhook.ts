import { eventId, isoTime } from '@parapet/contracts';
import { createWebhook, WEBHOOK_DEFAULTS } from '../webhook/change-webhook';
import { newSecret, SecretBox } from '../webhook/secret-box';
import type { NotifierHouse } from './notifier-house';

/** Puts a webhook into the log that could not be saved: of an older version, or of other settings. */
export async function logWebhook({ house }: NotifierHouse, id: string, url: string): Promise<void> {
  const box = new SecretBox(house.settings.secretKey);
  const fresh = { id, secretSealed: box.seal(newSecret(), id), from: [] };
  const origin = { id: eventId(), time: isoTime(Date.now()), actor: 'token_1', cause: null };
  await house.append('webhooks', id, createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url }, origin));
}
