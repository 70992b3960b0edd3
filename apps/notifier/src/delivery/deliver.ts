import { Injectable } from '@nestjs/common';
import { Unavailable, type Webhook } from '@parapet/contracts';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { AttemptDelivery, succeeded } from './attempt-delivery';
import type { StoredDelivery } from './delivery.collection';
import { KeptLeases } from './kept-leases';
import { RecordAttempt } from './record-attempt';

/** One claimed delivery: attempt, then record. Whoever dies in between sends again under the same id. */
@Injectable()
export class Deliver {
  constructor(
    private readonly webhooks: FreshWebhooks,
    private readonly attempts: AttemptDelivery,
    private readonly results: RecordAttempt,
    private readonly leases: KeptLeases,
  ) {}

  /**
   * It may have waited since it was claimed: whether the webhook is still enabled is asked again.
   * @param cut aborts when attempts in flight were cut off: what that made fail is not the receiver's failure.
   */
  async one(delivery: StoredDelivery, cut: AbortSignal): Promise<void> {
    const webhook = await this.enabled(delivery.webhook_id);
    if (!webhook) return;
    const made = await this.attempts.make(webhook, delivery);
    if (cut.aborted && !succeeded(made.attempt)) return;
    await this.leases.during(delivery, () => this.results.record({ webhook, delivery, made }, cut));
  }

  /** None also while the log cannot say: the delivery is due again when its lease ends. */
  private async enabled(webhookId: string): Promise<Webhook | undefined> {
    try {
      return await this.webhooks.enabled(webhookId);
    } catch (error) {
      if (error instanceof Unavailable) return undefined;
      throw error;
    }
  }
}
