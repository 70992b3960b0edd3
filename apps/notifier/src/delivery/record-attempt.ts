import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Unavailable, type Webhook } from '@parapet/contracts';
import { DeliveryMetrics } from '../health/delivery-metrics';
import { DisableWebhook } from '../health/disable-webhook';
import { type Attempted, succeeded } from './attempt-delivery';
import type { StoredDelivery } from './delivery.collection';
import { DeliveryFacts } from './delivery-facts';
import { Moments } from './moments';
import { settleAttempt } from './settle-attempt';

const AGAIN_MS = 500;

/** An attempt, and what it was made for. */
export interface MadeAttempt {
  readonly webhook: Webhook;
  readonly delivery: StoredDelivery;
  readonly made: Attempted;
}

/** Records what an attempt came to: for the delivery, and when the receiver is gone or fails for too long, for the webhook. */
@Injectable()
export class RecordAttempt {
  constructor(
    private readonly facts: DeliveryFacts,
    private readonly moments: Moments,
    private readonly disabling: DisableWebhook,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** While the log is away the result waits for it. @param cut ends the waiting. */
  async record({ webhook, delivery, made }: MadeAttempt, cut: AbortSignal): Promise<void> {
    const origin = this.moments.origin(delivery.id);
    const result = settleAttempt(delivery, made, this.moments.moment(), origin);
    const reason = await this.disabling.reason(webhook, made);
    await untilTheLogIsBack(cut, async () => {
      // First, so that whoever dies in between finds a disabled webhook, not a receiver that is asked again.
      if (reason !== null) await this.disabling.run(webhook, reason, delivery.id);
      await this.facts.append(webhook.id, [result]);
    });
    if (succeeded(made.attempt)) this.metrics.delivered(delivery);
  }
}

async function untilTheLogIsBack(cut: AbortSignal, append: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await append();
    } catch (error) {
      if (!(error instanceof Unavailable) || cut.aborted) throw error;
      await wait(AGAIN_MS);
    }
  }
}
