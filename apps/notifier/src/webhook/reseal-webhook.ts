import {
  envelope,
  type Origin,
  sealedFieldsOf,
  type Webhook,
  type WebhookResealed,
} from '@parapet/contracts';
import { headersBoundTo } from './sealed-headers';
import { keyIdIn, type SecretBox } from './secret-box';

type Sealed = readonly (readonly [name: string, envelope: string])[];

/**
 * What of a webhook a former key sealed and the key of now may seal again. While keys change, processes disagree about which is
 * which: a key that was left is never gone back to, so that they do not move things to and fro.
 */
export function toReseal(webhook: Webhook, box: SecretBox): Sealed {
  if (webhook.left_keys?.includes(box.keyId)) return [];
  return sealedIn(webhook).filter(([, envelope]) => box.sealedBy(envelope) === 'former');
}

/** Everything of a webhook that is sealed, by its name. */
export const sealedIn = (webhook: Webhook): Sealed => Object.entries(sealedFieldsOf(webhook));

/** Seals with the key of now what `toReseal` found. @throws SealBroken when it was changed */
export function resealWebhook(
  webhook: Webhook,
  former: Sealed,
  box: SecretBox,
  origin: Origin,
): WebhookResealed {
  const { id, version } = webhook;
  const moved = former.map(([name, sealed]) => {
    const boundTo = name === 'headers' ? headersBoundTo(id) : id;
    return [name, box.seal(box.open(sealed, boundTo), boundTo)] as const;
  });
  return {
    ...envelope('WebhookResealed', origin),
    data: {
      ...{ webhook_id: id, version: version + 1, sealed: Object.fromEntries(moved) },
      left_keys: [...new Set(former.map(([, sealed]) => keyIdIn(sealed)))],
    },
  };
}
