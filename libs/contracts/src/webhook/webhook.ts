import type { LogEvent } from '../event';
import type { IssueTransition } from '../issue/issue';
import { isoTime } from '../time';
import { isNext, type MakesVersion, type Versioned, versioned } from '../versioned';
import type { WebhookFilter } from './webhook-filter';
import type { WebhookFormat } from './webhook-format';
import { promoted, resealed, staged, type WebhookSecretEvent } from './webhook-secrets';

export const WEBHOOK_EVENTS = [
  'issue.created',
  'issue.reopened',
  'issue.resolved',
  'issue.acknowledged',
] as const satisfies readonly IssueTransition[];
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** What webhooks could not be told at first: facts from before lack it, and change nothing of it. */
export interface WebhookChoice {
  /** Left out: every issue. */
  readonly filter?: WebhookFilter;
  /** Left out: `parapet`. */
  readonly format?: WebhookFormat;
  /** Of the headers that are sent besides the house's, lower case. Left out: none. */
  readonly header_names?: readonly string[];
  /** Their names and values as a JSON object, sealed as the secret is; null when there are none. */
  readonly headers_sealed?: string | null;
}

/** A new secret beside the old one. */
export interface StagedSecret {
  readonly secret_sealed: string;
  readonly staged_at: string;
  /** From then on it is the only one, whether or not that has been recorded. */
  readonly promotes_at: string;
}

/** State of a webhook. */
export interface Webhook extends Versioned, WebhookChoice {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly description: string;
  readonly enabled: boolean;
  /** AES-256-GCM, see `secret-box.ts` of the notifier. */
  readonly secret_sealed: string;
  /** Absent when none is. Ask `secretsAt`: it may be the only one by now. */
  readonly staged?: StagedSecret;
  /** When what is sealed here was last sealed again; absent when it never was. */
  readonly resealed_at?: string;
  /** End offsets of `issues` by partition when it was created or last enabled: older facts are not for it. */
  readonly from: readonly number[];
  readonly created_at: string;
  readonly updated_at: string;
  /** When it was made, last enabled or given its present URL, each time later than before: failures from before say nothing of it now. */
  readonly since: string;
  /** Why it is disabled, when the house did it. */
  readonly disabled_reason: string | null;
  readonly deleted?: true;
}

/** A webhook as somebody described it. */
type Described = MakesVersion &
  WebhookChoice & {
    readonly webhook_id: string;
    readonly url: string;
    readonly events: readonly WebhookEventName[];
    readonly description: string;
    readonly enabled: boolean;
    /** End offsets by partition when it was made or enabled; an update that does not enable it keeps those of before. */
    readonly from: readonly number[];
  };

export type WebhookCreated = LogEvent<
  'WebhookCreated',
  Described & {
    readonly secret_sealed: string;
    /** Only with an `Idempotency-Key`: base64url SHA-256 of the description as canonical JSON, with a MAC in place of the headers. */
    readonly request_digest?: string;
  }
>;
export type WebhookUpdated = LogEvent<
  'WebhookUpdated',
  // What the headers are is sealed: that they are others is told by this alone.
  Described & { readonly headers_replaced?: true }
>;
export type WebhookDisabled = LogEvent<
  'WebhookDisabled',
  MakesVersion & { readonly webhook_id: string; readonly reason: string }
>;
export type WebhookDeleted = LogEvent<
  'WebhookDeleted',
  MakesVersion & { readonly webhook_id: string }
>;
/** Topic `webhooks`, key = webhook id. */
export type WebhookEvent =
  WebhookCreated | WebhookUpdated | WebhookDisabled | WebhookDeleted | WebhookSecretEvent;

/** As it was made. */
export function newWebhook(event: WebhookCreated): Webhook {
  const { webhook_id, version, ...rest } = event.data;
  const { time } = event;
  const born = { created_at: time, updated_at: time, since: time, disabled_reason: null };
  return { id: webhook_id, ...rest, ...versioned(undefined, version, event.id), ...born };
}

function updated(state: Webhook, event: WebhookUpdated): Webhook {
  const { webhook_id: _, headers_replaced: __, ...data } = event.data;
  // Why the house disabled it stays to be read until somebody enables it again.
  const disabled_reason = data.enabled ? null : state.disabled_reason;
  const same = data.url === state.url && (state.enabled || !data.enabled);
  const since = same ? state.since : laterThan(state.since, event.time);
  return { ...state, ...data, disabled_reason, since };
}

/** A clock that was ahead may have told the time before: what began anew by one that is right would be older than what it ended. */
const laterThan = (before: string, time: string): string =>
  time > before ? time : isoTime(Date.parse(before) + 1);

function change(state: Webhook, event: Exclude<WebhookEvent, WebhookCreated>): Webhook {
  const made = { ...versioned(state, event.data.version, event.id), updated_at: event.time };
  switch (event.type) {
    case 'WebhookUpdated':
      return { ...updated(state, event), ...made };
    case 'WebhookDisabled':
      return { ...state, ...made, enabled: false, disabled_reason: event.data.reason };
    case 'WebhookDeleted':
      return { ...state, ...made, deleted: true };
    case 'WebhookSecretStaged':
      return { ...staged(state, event), ...made };
    case 'WebhookSecretPromoted':
      return { ...promoted(state), ...made };
    case 'WebhookResealed':
      // Nothing that anybody knows of it has changed.
      return { ...resealed(state, event), ...made, updated_at: state.updated_at };
    default:
      return state;
  }
}

/** Folds one event into a webhook; void events change nothing. */
export function evolveWebhook(
  state: Webhook | undefined,
  event: WebhookEvent,
): Webhook | undefined {
  if (!isNext(state, event.data) || state?.deleted) return state;
  return event.type === 'WebhookCreated' ? newWebhook(event) : state && change(state, event);
}
