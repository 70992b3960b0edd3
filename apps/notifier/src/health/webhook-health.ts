import type { DeliveryEvent } from '@parapet/contracts';
import type { DeliveryRow } from '../delivery/delivery.collection';

/** No schedule waits for so long. */
const LONGEST_SILENCE_MS = 60 * 86_400_000;

/** Failures of one webhook without a success in between. */
interface FailingRun {
  /** `since` of the webhook when they began: enabled again, or at another URL, it begins anew. */
  readonly webhook_since: string;
  /** When the first of them was made whose time can be right. */
  readonly failing_since: string;
  readonly failures: number;
  /** From one failure to the next. Runs that began before it was known have none. */
  readonly longest_pause_ms?: number;
}

/** How deliveries of one webhook fare, by the facts alone. Times are ISO. */
export interface WebhookHealth {
  /** Of the webhook. */
  readonly id: string;
  /** Deliveries that wait for an attempt, or have one under way. */
  readonly pending: number;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  /** What the last failure was, in words. */
  readonly last_error: string | null;
  readonly run: FailingRun | null;
  /** Time of the newest fact. */
  readonly updated_at: string;
}

/** One fact, and the delivery before and after it. */
export interface DeliveryStep {
  readonly event: DeliveryEvent;
  readonly was: DeliveryRow | undefined;
  readonly now: DeliveryRow;
}

/** Of a webhook that was never sent anything. */
export const unknownHealth = (id: string): WebhookHealth => ({
  ...{ id, pending: 0, last_success_at: null, last_failure_at: null, last_error: null, run: null },
  updated_at: '',
});

/** Folds one step of a delivery into the health of its webhook. */
export function evolveHealth(state: WebhookHealth | undefined, step: DeliveryStep): WebhookHealth {
  const { event, was, now } = step;
  const health = state ?? unknownHealth(event.data.webhook_id);
  // Documents that were made before there was any health begin to count in the middle.
  const pending = Math.max(0, health.pending + waits(now) - waits(was));
  return { ...health, pending, updated_at: event.time, ...toldBy(event, health) };
}

const waits = (row: DeliveryRow | undefined): number => (row?.status === 'pending' ? 1 : 0);

function toldBy(event: DeliveryEvent, health: WebhookHealth): Partial<WebhookHealth> {
  const { run } = health;
  const attempt = 'attempt' in event.data ? event.data.attempt : null;
  // Without a readable secret nothing was sent: that says nothing of the receiver.
  if (attempt === null || attempt.error === 'secret') return {};
  const since = 'webhook_since' in event.data ? (event.data.webhook_since ?? '') : '';
  if (attempt.error === null)
    return { last_success_at: event.time, run: isOlder(since, run) ? run : null };
  const told = { last_failure_at: event.time, last_error: attempt.message };
  return { ...told, run: runAfter(health, attempt.started_at, since) };
}

/** An attempt from before the webhook was changed does not speak for what it is now. */
const isOlder = (since: string, run: FailingRun | null): boolean =>
  since < (run?.webhook_since ?? '');

/** The failures in a row with one more, of which it is said when it was made, and `since` of the webhook then. */
export function runAfter(
  { run, last_failure_at }: Pick<WebhookHealth, 'run' | 'last_failure_at'>,
  startedAt: string,
  since: string,
): FailingRun {
  if (run && isOlder(since, run)) return run;
  const goesOn =
    run?.webhook_since === since &&
    !isUntimely(run, startedAt) &&
    !areFarApart(last_failure_at, startedAt);
  if (!goesOn) return { webhook_since: since, failing_since: startedAt, failures: 1 };
  const longest_pause_ms = Math.max(run.longest_pause_ms ?? 0, pauseMs(last_failure_at, startedAt));
  return { ...run, failures: run.failures + 1, longest_pause_ms };
}

/** Whether it began before there was its webhook: by a clock that was behind, if not the webhook was made by one that was ahead. */
const isUntimely = ({ failing_since, webhook_since }: FailingRun, now: string): boolean =>
  failing_since < webhook_since && webhook_since <= now;

/** Whether two failures in turn are said to lie so far apart that a clock was wrong, or nothing was sent in between. */
const areFarApart = (before: string | null, now: string): boolean =>
  Math.abs(pauseMs(before, now)) > LONGEST_SILENCE_MS;

const pauseMs = (before: string | null, now: string): number =>
  before === null ? 0 : Date.parse(now) - Date.parse(before);
