import { Injectable } from '@nestjs/common';
import type { Webhook } from '@parapet/contracts';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { AttemptDelivery, succeeded } from './attempt-delivery';
import { AttemptResults, type MadeAttempt } from './attempt-results';
import type { StoredDelivery } from './delivery.collection';
import { KeptLeases } from './kept-leases';
import type { DeliveryResult } from './settle-attempt';

/** One claimed delivery: an attempt, and what it comes to. Whoever dies before that is recorded sends again under the same id. */
@Injectable()
export class Deliver {
  constructor(
    private readonly webhooks: FreshWebhooks,
    private readonly attempts: AttemptDelivery,
    private readonly results: AttemptResults,
    private readonly leases: KeptLeases,
  ) {}

  /** It may have waited since it was claimed: the webhook, if that is still enabled. @throws Unavailable while the log cannot say */
  webhookOf({ webhook_id }: StoredDelivery): Webhook | undefined | Promise<Webhook | undefined> {
    return this.webhooks.enabled(webhook_id);
  }

  /**
   * From the answer on its lease is kept, until `letGo`.
   * @param cut aborts when attempts in flight were cut off: what that made fail is not the receiver's failure.
   * @returns what is to be recorded; null when the attempt does not count.
   */
  async one(
    webhook: Webhook,
    delivery: StoredDelivery,
    cut: AbortSignal,
  ): Promise<DeliveryResult | null> {
    const made = await this.attempts.make(webhook, delivery);
    const about = { webhook, delivery, made };
    if (succeeded(made.attempt)) {
      this.leases.keep(delivery);
      return this.results.of(about);
    }
    return cut.aborted ? null : this.failed(about, cut);
  }

  letGo(delivery: StoredDelivery): void {
    this.leases.letGo(delivery);
  }

  /** Cuts the attempts in flight. */
  cutOff(): Promise<void> {
    return this.attempts.cutOff();
  }

  /** The webhook first, so that whoever dies in between finds a disabled one, not a receiver that is asked again. */
  private async failed(about: MadeAttempt, cut: AbortSignal): Promise<DeliveryResult> {
    this.leases.keep(about.delivery);
    const result = this.results.of(about);
    await this.results.disableWhenOver(about, cut);
    return result;
  }
}
