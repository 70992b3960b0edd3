import { Injectable } from '@nestjs/common';
import type { DeliveryPlanned, Position } from '@parapet/contracts';
import { WebhookTable } from '../webhook/webhook-table';
import { Moments } from './moments';
import { planDeliveries } from './plan-deliveries';
import { TellingTime } from './telling-time';
import type { Transition } from './transition.collection';

/** `planDeliveries` with the world it is given: the webhooks as of a barrier, the time, the settings. */
@Injectable()
export class DeliveryPlans {
  constructor(
    private readonly webhooks: WebhookTable,
    private readonly moments: Moments,
    private readonly time: TellingTime,
  ) {}

  /** The barrier: every webhook that was in the log before this call is planned for, at a time that is known. @throws Unavailable */
  async seeAllWebhooks(): Promise<void> {
    await Promise.all([this.webhooks.caughtUp(), this.time.learn()]);
  }

  /** `cause`: id of the fact that made the transition. */
  of(transition: Transition, position: Position, cause: string): Iterable<DeliveryPlanned> {
    const { now, scheduleMs } = this.moments.moment();
    return planDeliveries(transition, position, {
      webhooks: this.webhooks.values(),
      publicUrl: this.moments.publicUrl,
      now,
      believed: this.time.get(),
      firstDelayMs: scheduleMs[0] ?? 0,
      newFact: () => this.moments.origin(cause),
    });
  }
}
