import type { LogEvent } from '../event';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'given_up'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What one attempt came to. Times in milliseconds. */
export interface DeliveryAttempt {
  /** From 1. */
  readonly number: number;
  readonly started_at: string;
  readonly duration_ms: number;
  /**
   * What was sent with the body, values only of headers that say nothing secret; of an attempt that did not get so far, what would have
   * been. Attempts from before it was kept lack it.
   */
  readonly request_headers?: Readonly<Record<string, string>>;
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  /** Class of the failure (`refused_address`, `timeout`, `connect`, `tls`, `status`, …) or null on success. */
  readonly error: string | null;
  readonly message: string;
  /** First 16 KiB of the response as text. */
  readonly response: string;
  readonly address: string | null;
}

/** State of a delivery. */
export interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly issue_id: string;
  readonly event: string;
  /** The bytes that are signed and sent, on every attempt. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly created_at: string;
  /** When the next attempt is due, ISO; null when there is none. */
  readonly next_at: string | null;
  /** Why it was given up; absent or null while it is not. */
  readonly given_up_reason?: string | null;
  /** When it was last asked for again: what attempts from before then come to is noted, no more; giving up without one is void. */
  readonly requeued_at?: string;
  readonly attempts: readonly DeliveryAttempt[];
}

export type DeliveryPlanned = LogEvent<
  'DeliveryPlanned',
  {
    readonly delivery_id: string;
    readonly webhook_id: string;
    readonly issue_id: string;
    readonly event: string;
    readonly body: string;
    readonly next_at: string;
  }
>;
/** Which delivery an attempt was made for, and how the webhook was. */
interface About {
  readonly delivery_id: string;
  readonly webhook_id: string;
  /** `since` of the webhook that was asked; older facts, and those without an attempt, do not know it. */
  readonly webhook_since?: string;
  /** `requeued_at` of the delivery that was sent, null where nobody had asked for it again; left out like `webhook_since`. */
  readonly requeued_at?: string | null;
}
/** An attempt that failed and will be made again at `next_at`. */
export type DeliveryAttempted = LogEvent<
  'DeliveryAttempted',
  About & { readonly attempt: DeliveryAttempt; readonly next_at: string }
>;
export type DeliverySucceeded = LogEvent<
  'DeliverySucceeded',
  About & { readonly attempt: DeliveryAttempt }
>;
export type DeliveryGivenUp = LogEvent<
  'DeliveryGivenUp',
  About & {
    /** Null when it was given up without an attempt (webhook deleted or disabled). */
    readonly attempt: DeliveryAttempt | null;
    readonly reason: string;
  }
>;
/** Asked for by a person: due at once, the schedule begins anew. */
export type DeliveryRequeued = LogEvent<
  'DeliveryRequeued',
  {
    readonly delivery_id: string;
    readonly webhook_id: string;
    readonly next_at: string;
    /** Asked for with all others that were given up: void where it is not (again) so. */
    readonly only_given_up?: true;
  }
>;
/** Topic `deliveries`, key = webhook id. */
export type DeliveryEvent =
  DeliveryPlanned | DeliveryAttempted | DeliverySucceeded | DeliveryGivenUp | DeliveryRequeued;

function plan(event: DeliveryPlanned): Delivery {
  const { delivery_id, ...rest } = event.data;
  return { id: delivery_id, ...rest, status: 'pending', created_at: event.time, attempts: [] };
}

/**
 * Whether an attempt was made of the delivery as it was before somebody asked for it again; by the clocks, where the fact does not say. A
 * clock that was ahead when it was asked for would overtake whatever comes after.
 */
export const isOvertaken = (
  { requeued_at }: Pick<Delivery, 'requeued_at'>,
  { attempt, requeued_at: known }: Pick<DeliveryGivenUp['data'], 'attempt' | 'requeued_at'>,
): boolean => {
  if (attempt === null) return false;
  return known === undefined
    ? attempt.started_at < (requeued_at ?? '')
    : known !== (requeued_at ?? null);
};

/** Whether it was given up, with its webhook, before somebody asked for the delivery again. */
const isUndone = (state: Delivery, { data, time }: DeliveryGivenUp): boolean =>
  data.attempt === null && time < (state.requeued_at ?? '');

/** Whether it is this very attempt: a result is appended again where the log did not say that it has it. */
const isSame = (a: DeliveryAttempt, b: DeliveryAttempt): boolean =>
  a.number === b.number && a.started_at === b.started_at && a.duration_ms === b.duration_ms;

type DeliveryResult = DeliveryAttempted | DeliverySucceeded | DeliveryGivenUp;

function record(state: Delivery, event: DeliveryResult): Delivery {
  const { attempt } = event.data;
  if (attempt && state.attempts.some((known) => isSame(known, attempt))) return state;
  const attempts = attempt ? [...state.attempts, attempt] : state.attempts;
  const next = { ...state, attempts };
  if (movesNothing(state, event)) return next;
  switch (event.type) {
    case 'DeliverySucceeded':
      return { ...next, status: 'succeeded', next_at: null, given_up_reason: null };
    case 'DeliveryAttempted':
      return state.status === 'pending' ? { ...next, next_at: event.data.next_at } : next;
    case 'DeliveryGivenUp':
      return state.status === 'succeeded' ? next : giveUp(next, event);
  }
}

/** Of older facts clocks alone say for which asking they were made: what has succeeded by them is not sent again. */
const movesNothing = (state: Delivery, { type, data }: DeliveryResult): boolean =>
  (type !== 'DeliverySucceeded' || data.requeued_at !== undefined) && isOvertaken(state, data);

/** The first reason stands: with the webhook all that waits is given up, also what was a moment ago. */
function giveUp(state: Delivery, { data }: DeliveryGivenUp): Delivery {
  const given_up_reason = state.given_up_reason ?? data.reason;
  return { ...state, status: 'given_up', next_at: null, given_up_reason };
}

function requeue(state: Delivery, { data, time }: DeliveryRequeued): Delivery {
  if (data.only_given_up && state.status !== 'given_up') return state;
  const { next_at } = data;
  return { ...state, status: 'pending', next_at, requeued_at: time, given_up_reason: null };
}

/** Folds one event into a delivery. A second plan with the same id changes nothing, nor does a result that is there twice. */
export function evolveDelivery(
  state: Delivery | undefined,
  event: DeliveryEvent,
): Delivery | undefined {
  if (event.type === 'DeliveryPlanned') return state ?? plan(event);
  if (!state) return state;
  if (event.type === 'DeliveryRequeued') return requeue(state, event);
  const isVoid = event.type === 'DeliveryGivenUp' && isUndone(state, event);
  return isVoid ? state : record(state, event);
}
