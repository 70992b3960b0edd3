import { Injectable } from '@nestjs/common';
import { Clock, Settings } from '@parapet/chassis';
import type { DeliveryPlanned, Position } from '@parapet/contracts';
import { WebhookTable } from '../webhook/webhook-table';
import { ownFact } from './own-fact';
import { planDeliveries } from './plan-deliveries';
import type { Transition } from './transition.collection';

/** `planDeliveries` with the world it is given: the webhooks as of a barrier, the time, the settings. */
@Injectable()
export class DeliveryPlans {
  constructor(
    private readonly webhooks: WebhookTable,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** The barrier: every webhook that was in the log before this call is planned for. @throws Unavailable */
  async seeAllWebhooks(): Promise<void> {
    await this.webhooks.caughtUp();
  }

  /** `cause`: id of the fact that made the transition. */
  of(transition: Transition, position: Position, cause: string): DeliveryPlanned[] {
    return planDeliveries(transition, position, {
      webhooks: this.webhooks.values(),
      publicUrl: this.settings.publicUrl,
      now: this.clock.now(),
      firstDelayMs: this.settings.webhookScheduleMs[0] ?? 0,
      newFact: () => ownFact(this.clock, cause),
    });
  }
}
