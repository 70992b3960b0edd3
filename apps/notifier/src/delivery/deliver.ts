import { Injectable } from '@nestjs/common';
import { WebhookTable } from '../webhook/webhook-table';
import { AttemptDelivery, succeeded } from './attempt-delivery';
import type { StoredDelivery } from './delivery.collection';
import { HeldLease } from './held-lease';
import { RecordAttempt } from './record-attempt';

/** One claimed delivery: attempt, then record. Whoever dies in between sends again under the same id. */
@Injectable()
export class Deliver {
  constructor(
    private readonly webhooks: WebhookTable,
    private readonly attempts: AttemptDelivery,
    private readonly results: RecordAttempt,
    private readonly lease: HeldLease,
  ) {}

  /** `cut` aborts when attempts in flight were cut off: what that made fail is not the receiver's failure. */
  async one(delivery: StoredDelivery, cut: AbortSignal): Promise<void> {
    const webhook = this.webhooks.get(delivery.webhook_id);
    if (!webhook?.enabled) return;
    const made = await this.attempts.make(webhook, delivery);
    if (cut.aborted && !succeeded(made.attempt)) return;
    let held = delivery;
    const waits = async (): Promise<void> => void (held = await this.lease.renewed(held));
    await this.results.record({ webhook, delivery, made }, { cut, waits });
  }
}
