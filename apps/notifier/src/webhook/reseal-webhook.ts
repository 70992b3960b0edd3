import {
  envelope,
  isAhead,
  type Origin,
  sealedFieldsOf,
  type Webhook,
  type WebhookResealed,
} from '@parapet/contracts';
import { headersBoundTo } from './sealed-headers';
import type { SecretBox } from './secret-box';

type Sealed = readonly (readonly [name: string, envelope: string])[];

/** While keys change, processes disagree for so long about which of them is the former one. */
export const SETTLED_MS = 3_600_000;

/**
 * What of a webhook a former key sealed. What was sealed within the last hour is left for later: a process whose `SECRET_KEY` is about
 * to be replaced takes the next key for a former one, and would move back what others have moved.
 * @param now milliseconds since 1970
 */
export function toReseal(webhook: Webhook, box: SecretBox, now: number): Sealed {
  const former = sealedIn(webhook).filter(([, envelope]) => box.sealedBy(envelope) === 'former');
  return former.filter(([name]) => isSettled(webhook, name, now));
}

function isSettled(webhook: Webhook, name: string, now: number): boolean {
  const times = [madeAt(webhook)[name], webhook.resealed_at].filter((at) => at !== undefined);
  // What a clock that was ahead has sealed is not waited for.
  return times
    .map((at) => Date.parse(at))
    .every((at) => at <= now - SETTLED_MS || isAhead(at, now));
}

/** When each of it was sealed first, or later: headers may be as new as the last change. */
const madeAt = (webhook: Webhook): Readonly<Record<string, string | undefined>> => ({
  secret: webhook.created_at,
  staged: webhook.staged?.staged_at,
  headers: webhook.updated_at,
});

/** Everything of a webhook that is sealed, by its name. */
export const sealedIn = (webhook: Webhook): Sealed => Object.entries(sealedFieldsOf(webhook));

/** Whether anything of a webhook was sealed by such a key. */
export const hasSealOf = (
  by: ReturnType<SecretBox['sealedBy']>,
  webhook: Webhook,
  box: SecretBox,
): boolean => sealedIn(webhook).some(([, envelope]) => box.sealedBy(envelope) === by);

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
    data: { webhook_id: id, version: version + 1, sealed: Object.fromEntries(moved) },
  };
}
