import { Injectable, Logger } from '@nestjs/common';
import { type DeliveryAttempt, toAppend, Unavailable, type Webhook } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import type { Attempted } from '../delivery/attempt-delivery';
import { Moments } from '../delivery/moments';
import { ProjectedToEnd } from '../delivery/projected-to-end';
import { isGone } from '../delivery/settle-attempt';
import { disableWebhook } from '../webhook/change-webhook';
import { failingTooLong } from './failing-too-long';
import { WEBHOOK_HEALTH } from './webhook-health.collection';

/** Disables webhooks whose receiver is gone, or has done nothing but fail for as long as `WEBHOOK_DISABLE_AFTER`. */
@Injectable()
export class DisableWebhook {
  private readonly logger = new Logger('deliveries');

  constructor(
    private readonly store: ReadModel,
    private readonly projected: ProjectedToEnd,
    private readonly log: EventLog,
    private readonly moments: Moments,
  ) {}

  /** Why an attempt that failed disables the webhook; null when it does not, or when nobody can tell now. */
  async reason(webhook: Webhook, made: Attempted): Promise<string | null> {
    if (isGone(made)) return 'the receiver answered 410 Gone';
    try {
      if ((await this.tooLong(webhook, made.attempt)) === null) return null;
      // A success may be in the log that the documents do not know yet.
      return (await this.projected.atEndNow()) ? await this.tooLong(webhook, made.attempt) : null;
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  }

  /** A change of the webhook at the same moment wins; the next attempt disables it then. @throws Unavailable */
  async run(webhook: Webhook, reason: string, deliveryId: string): Promise<void> {
    const event = disableWebhook(webhook, reason, this.moments.origin(deliveryId));
    await this.log.append('webhooks', [toAppend(webhook.id, event)]);
    this.logger.warn({ webhook: webhook.id, reason, msg: 'a webhook was disabled' });
  }

  private async tooLong(webhook: Webhook, attempt: DeliveryAttempt): Promise<string | null> {
    const [afterMs, now] = [this.moments.disableAfterMs, this.moments.believed()];
    if (afterMs === null || now === null) return null;
    const health = await this.store.get(WEBHOOK_HEALTH, webhook.id);
    return failingTooLong(webhook, health, attempt, { afterMs, now });
  }
}
