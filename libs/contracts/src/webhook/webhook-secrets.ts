import type { LogEvent } from '../event';
import type { MakesVersion } from '../versioned';
import type { StagedSecret, Webhook } from './webhook';

/** A new secret signs beside the old one, until it is promoted. One that was staged before is replaced. */
export type WebhookSecretStaged = LogEvent<
  'WebhookSecretStaged',
  MakesVersion & { readonly webhook_id: string } & Omit<StagedSecret, 'staged_at'>
>;
/** The staged secret is the only one: somebody said so, or its time has come. */
export type WebhookSecretPromoted = LogEvent<
  'WebhookSecretPromoted',
  MakesVersion & { readonly webhook_id: string }
>;
/** What was sealed with a former key is sealed with the key of now. What is not named stays as it is. */
export type WebhookResealed = LogEvent<
  'WebhookResealed',
  MakesVersion & {
    readonly webhook_id: string;
    readonly sealed: SealedFields;
  }
>;
export type WebhookSecretEvent = WebhookSecretStaged | WebhookSecretPromoted | WebhookResealed;

/** Envelopes by the name of what is in them. */
export interface SealedFields {
  readonly secret?: string;
  readonly staged?: string;
  readonly headers?: string;
}

/** The sealed secrets that sign at a moment. */
export interface LiveSecrets {
  readonly current: string;
  /** Null when none is staged. */
  readonly staged: StagedSecret | null;
}

/**
 * Which secrets sign at this moment: decided by the time alone, so that every process decides alike, and no later when nobody was
 * there to record a promotion. @param at RFC 3339, UTC, milliseconds
 */
export function secretsAt(webhook: Webhook, at: string): LiveSecrets {
  const { staged: next, secret_sealed } = webhook;
  if (next && next.promotes_at <= at) return { current: next.secret_sealed, staged: null };
  return { current: secret_sealed, staged: next ?? null };
}

/** Everything of a webhook that is sealed: what must be moved before a key can go. */
export const sealedFieldsOf = (webhook: Webhook): SealedFields => ({
  secret: webhook.secret_sealed,
  ...(webhook.staged && { staged: webhook.staged.secret_sealed }),
  ...(typeof webhook.headers_sealed === 'string' && { headers: webhook.headers_sealed }),
});

/** The webhook with a secret beside the one that signs at the time of the fact. */
export function staged(state: Webhook, { time, data }: WebhookSecretStaged): Webhook {
  const { secret_sealed, promotes_at } = data;
  return {
    ...state,
    secret_sealed: secretsAt(state, time).current,
    staged: { secret_sealed, staged_at: time, promotes_at },
  };
}

/** The webhook with the staged secret alone. */
export function promoted(state: Webhook): Webhook {
  const { staged: next, ...rest } = state;
  return { ...rest, secret_sealed: next?.secret_sealed ?? rest.secret_sealed };
}

/** The webhook with other envelopes of the same secrets and headers. */
export function resealed(state: Webhook, { time, data }: WebhookResealed): Webhook {
  const { secret, staged: next, headers } = data.sealed;
  return {
    ...state,
    ...(secret !== undefined && { secret_sealed: secret }),
    ...(state.staged && next !== undefined && { staged: { ...state.staged, secret_sealed: next } }),
    ...(state.headers_sealed && headers !== undefined && { headers_sealed: headers }),
    resealed_at: time,
  };
}
