import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Unavailable, type Webhook } from '@parapet/contracts';
import { WebhookTable } from '../webhook/webhook-table';
import { AttemptDelivery, succeeded } from './attempt-delivery';
import type { StoredDelivery } from './delivery.collection';
import { DeliveryFacts } from './delivery-facts';
import { Moments } from './moments';
import { type DeliveryResult, isGone, settleAttempt } from './settle-attempt';

const AGAIN_MS = 500;

/** One claimed delivery: attempt, then record. Whoever dies in between sends again under the same id. */
@Injectable()
export class Deliver {
  constructor(
    private readonly webhooks: WebhookTable,
    private readonly attempts: AttemptDelivery,
    private readonly facts: DeliveryFacts,
    private readonly moments: Moments,
  ) {}

  /** `cut` aborts when attempts in flight were cut off: what that made fail is not the receiver's failure. */
  async one(delivery: StoredDelivery, cut: AbortSignal): Promise<void> {
    const webhook = this.webhooks.get(delivery.webhook_id);
    if (!webhook?.enabled) return;
    const made = await this.attempts.make(webhook, delivery);
    if (cut.aborted && !succeeded(made.attempt)) return;
    const origin = this.moments.origin(delivery.id);
    const result = settleAttempt(delivery, made, this.moments.moment(), origin);
    await this.record(isGone(made) ? webhook : null, result, cut);
  }

  /** The lease runs on until the result is projected; while the log is away the result waits for it. */
  private async record(
    gone: Webhook | null,
    result: DeliveryResult,
    cut: AbortSignal,
  ): Promise<void> {
    for (;;) {
      try {
        // First, so that whoever dies in between finds a disabled webhook, not a receiver that is asked again.
        if (gone) await this.facts.disable(gone, result.data.delivery_id);
        await this.facts.append(result.data.webhook_id, [result]);
        return;
      } catch (error) {
        if (!(error instanceof Unavailable) || cut.aborted) throw error;
        await wait(AGAIN_MS);
      }
    }
  }
}
