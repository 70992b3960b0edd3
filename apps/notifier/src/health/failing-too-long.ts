import type { DeliveryAttempt, Webhook } from '@parapet/contracts';
import { runAfter, type WebhookHealth } from './webhook-health';

/** A receiver that is asked seldom must have failed more than a few times. */
export const LEAST_FAILURES = 5;

/** How long is too long, and the time by which that is judged, in milliseconds. */
interface Patience {
  readonly afterMs: number;
  readonly now: number;
}

const seconds = (time: string): string => `${time.slice(0, 19)}Z`;

/**
 * Whether a receiver has done nothing but fail for so long, as of an attempt that failed. The run of failures must reach from the
 * first to this one, without the longest pause in it if that alone would be too long: in it nothing was sent, or the clock that recorded
 * a failure was wrong.
 * @param health as of before the attempt
 * @returns a sentence for people, or null
 */
export function failingTooLong(
  webhook: Pick<Webhook, 'since'>,
  health: Pick<WebhookHealth, 'run' | 'last_failure_at'> | undefined,
  attempt: DeliveryAttempt,
  { afterMs, now }: Patience,
): string | null {
  if (attempt.error === 'secret' || !health) return null;
  const run = runAfter(health, attempt.started_at, webhook.since);
  if (run.webhook_since !== webhook.since) return null;
  const lasted = Math.min(Date.parse(attempt.started_at), now) - Date.parse(run.failing_since);
  const { longest_pause_ms: pauseMs = 0 } = run;
  const counts = pauseMs < afterMs ? lasted : lasted - pauseMs;
  if (counts < afterMs || run.failures < LEAST_FAILURES) return null;
  return `every attempt since ${seconds(run.failing_since)} failed, ${run.failures} in a row; the last one: ${attempt.message}`;
}
