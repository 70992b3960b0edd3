import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import type { DeliveryAttempt, Webhook } from '@parapet/contracts';
import { askedWait } from '../delivery/next-attempt';
import { WebhookTable } from '../webhook/webhook-table';
import { afterAttempt, type Breaker, findsDown, isDown, placesOf } from './breaker';
import { KnownOfWebhooks } from './known-of-webhooks';

/**
 * The circuit breakers of this process, one for each receiver that was found down or asked to be left alone. An open one keeps
 * deliveries waiting, due as they are: no attempt of their schedule is spent on a receiver that is away or busy, and none is lost.
 */
@Injectable()
export class Breakers {
  private readonly known: KnownOfWebhooks<Breaker>;

  constructor(
    private readonly clock: Clock,
    webhooks: WebhookTable,
  ) {
    this.known = new KnownOfWebhooks(webhooks);
  }

  /** How many attempts may be in flight to a receiver: any number, or while it is down none or one. */
  places(webhookId: string): number {
    return placesOf(this.known.of(webhookId), this.clock.now());
  }

  isDown(webhookId: string): boolean {
    return isDown(this.known.of(webhookId));
  }

  /** Hears of every attempt that this process made. @param retryAfter the `Retry-After` header as it came */
  ended(webhook: Webhook, attempt: DeliveryAttempt, retryAfter: string | null): void {
    // Nothing was sent, for want of a secret or of the key that one delivery needs and others may not: nobody was found up by it.
    if (attempt.error === 'secret') return;
    const now = this.clock.now();
    const askedMs = askedWait({ status: attempt.status, retryAfter }, now);
    const sign = { down: findsDown(attempt), askedMs, startedAt: Date.parse(attempt.started_at) };
    this.known.learn(webhook, (was) => afterAttempt(was, sign, now));
  }
}
