import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import type { DeliveryAttempt, Webhook } from '@parapet/contracts';
import { WebhookTable } from '../webhook/webhook-table';
import { afterAttempt, type Breaker, findsDown, placesOf } from './breaker';

/**
 * The circuit breakers of this process, one for each receiver that was found down. An open one keeps deliveries waiting, due as they
 * are: no attempt of their schedule is spent on a receiver that is away, and none is lost.
 */
@Injectable()
export class Breakers {
  private readonly byWebhook = new Map<string, Breaker>();

  constructor(
    private readonly clock: Clock,
    private readonly webhooks: WebhookTable,
  ) {
    webhooks.onChange((id, now, was) => {
      if (now?.since !== was?.since || !now?.enabled) this.byWebhook.delete(id);
    });
  }

  /** How many attempts may be in flight to a receiver: any number, or while it is down none or one. */
  places(webhookId: string): number {
    return placesOf(this.byWebhook.get(webhookId), this.clock.now());
  }

  isOpen(webhookId: string): boolean {
    return (this.byWebhook.get(webhookId)?.open ?? null) !== null;
  }

  /** Hears of every attempt that this process made; those to a webhook that is no more, or was another then, are of no use. */
  ended({ id: webhookId, since }: Webhook, attempt: DeliveryAttempt): void {
    if (this.webhooks.get(webhookId)?.since !== since) return;
    const sign = { down: findsDown(attempt), startedAt: Date.parse(attempt.started_at) };
    const now = afterAttempt(this.byWebhook.get(webhookId), sign, this.clock.now());
    if (now) this.byWebhook.set(webhookId, now);
    else this.byWebhook.delete(webhookId);
  }
}
