import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Unavailable, type Webhook } from '@parapet/contracts';
import { DisableWebhook } from '../health/disable-webhook';
import type { Attempted } from './attempt-delivery';
import type { StoredDelivery } from './delivery.collection';
import { isTest } from './delivery-events';
import { Moments } from './moments';
import { type DeliveryResult, settleAttempt } from './settle-attempt';

const AGAIN_MS = 500;

/** An attempt, and what it was made for. */
export interface MadeAttempt {
  readonly webhook: Webhook;
  readonly delivery: StoredDelivery;
  readonly made: Attempted;
}

/** What an attempt comes to: for the delivery, and when the receiver is gone or fails for too long, for the webhook. */
@Injectable()
export class AttemptResults {
  constructor(
    private readonly moments: Moments,
    private readonly disabling: DisableWebhook,
  ) {}

  of({ delivery, made }: MadeAttempt): DeliveryResult {
    const origin = this.moments.origin(delivery.id);
    return settleAttempt(delivery, made, this.moments.moment(), origin);
  }

  /** Disables a webhook that had its last attempt. While the log is away it waits. @param cut ends the waiting. */
  async disableWhenOver({ webhook, delivery, made }: MadeAttempt, cut: AbortSignal): Promise<void> {
    if (isTest(delivery)) return;
    const reason = await this.disabling.reason(webhook, made);
    while (reason !== null)
      try {
        return await this.disabling.run(webhook, reason, delivery.id);
      } catch (error) {
        if (!(error instanceof Unavailable) || cut.aborted) throw error;
        await wait(AGAIN_MS);
      }
  }
}
