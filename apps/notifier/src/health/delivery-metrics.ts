import { Injectable } from '@nestjs/common';
import { Clock, Metrics } from '@parapet/chassis';
import type { Delivery, DeliveryAttempt, DeliveryEvent } from '@parapet/contracts';
import { Counter, Histogram } from 'prom-client';
import type { DeliveryResult } from '../delivery/settle-attempt';

/** Up to the 15 s that an attempt may take. */
const ATTEMPT_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20];
/** Up to the end of the schedule, three days. */
const LATENCY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200, 259_200];

const OUTCOMES = {
  DeliverySucceeded: 'delivered',
  DeliveryAttempted: 'failed',
  DeliveryGivenUp: 'given_up',
} as const satisfies Record<DeliveryResult['type'], string>;

/** `2xx` to `5xx` for an answer that came whole, else the class of the failure. */
const classOf = ({ error, status }: DeliveryAttempt): string =>
  (error === null || error === 'status') && status !== null
    ? `${Math.floor(status / 100)}xx`
    : (error ?? 'closed');

function causeOf(attempt: DeliveryAttempt | null): string {
  if (attempt === null) return 'abandoned';
  return attempt.status === 410 ? 'gone' : 'failed';
}

/** What is known of a delivery that has succeeded. */
type Delivered = Pick<Delivery, 'body' | 'created_at' | 'requeued_at'>;

/**
 * When a delivery became one: the time of what it tells, or when somebody asked for it again. Messages for chats do not say that time,
 * or only its second: of these when it was planned.
 */
function begunAt({ body, created_at, requeued_at }: Delivered): number {
  const told = /"timestamp":"([^"]+)"/.exec(body)?.[1];
  return Date.parse(requeued_at ?? told ?? created_at);
}

/** Counts what this process sent. No address and no secret is in a label. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter<'outcome' | 'class'>;
  private readonly givenUp: Counter<'cause'>;
  private readonly durations: Histogram;
  private readonly latencies: Histogram;

  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
  ) {
    const registers = [metrics.registry];
    this.attempts = new Counter({
      name: 'parapet_webhook_attempts_total',
      help: 'Attempts to deliver to webhooks by outcome (delivered, failed: tried again later, given_up) and class of the answer or failure.',
      labelNames: ['outcome', 'class'],
      registers,
    });
    this.givenUp = new Counter({
      name: 'parapet_webhook_deliveries_given_up_total',
      help: 'Deliveries that were given up by cause: failed (every attempt), gone (410), abandoned (the webhook was disabled or deleted).',
      labelNames: ['cause'],
      registers,
    });
    this.durations = new Histogram({
      name: 'parapet_webhook_attempt_duration_seconds',
      help: 'Duration of attempts to deliver to webhooks.',
      buckets: ATTEMPT_SECONDS,
      registers,
    });
    this.latencies = new Histogram({
      name: 'parapet_webhook_delivery_latency_seconds',
      help: 'Time from what a delivery tells (of a message for a chat, from when it was planned), or from when it was asked for again, to its success.',
      buckets: LATENCY_SECONDS,
      registers,
    });
  }

  /** Hears of every fact that this process recorded. */
  recorded(event: DeliveryEvent): void {
    if (event.type === 'DeliveryPlanned' || event.type === 'DeliveryRequeued') return;
    const { attempt } = event.data;
    if (event.type === 'DeliveryGivenUp') this.givenUp.inc({ cause: causeOf(attempt) });
    if (attempt === null) return;
    this.attempts.inc({ outcome: OUTCOMES[event.type], class: classOf(attempt) });
    this.durations.observe(attempt.duration_ms / 1000);
  }

  /** Hears of a delivery that has just succeeded. */
  delivered(delivery: Delivered): void {
    const waited = this.clock.now() - begunAt(delivery);
    if (waited >= 0) this.latencies.observe(waited / 1000);
  }
}
