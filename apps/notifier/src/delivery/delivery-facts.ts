import { Injectable } from '@nestjs/common';
import { Clock, Projections } from '@parapet/chassis';
import { type DeliveryEvent, type Position, toAppend, type Webhook } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { disableWebhook } from '../webhook/change-webhook';
import { ownFact } from './own-fact';

/** Appends what became of deliveries. The log groups concurrent calls into one write. */
@Injectable()
export class DeliveryFacts {
  constructor(
    private readonly log: EventLog,
    private readonly projections: Projections,
    private readonly clock: Clock,
  ) {}

  /** Facts of one webhook. @throws Unavailable */
  append(webhookId: string, events: readonly DeliveryEvent[]): Promise<readonly Position[]> {
    return this.log.append(
      'deliveries',
      events.map((event) => toAppend(webhookId, event)),
    );
  }

  /** Appends and waits until it can be read. @returns false when that took longer than 5 s. */
  async appendAndProject(webhookId: string, events: readonly DeliveryEvent[]): Promise<boolean> {
    const last = (await this.append(webhookId, events)).at(-1);
    if (!last) return true;
    const progress = this.projections.of('notifier.deliveries', 'deliveries');
    return progress.reached(last.partition, last.offset);
  }

  /** The receiver is gone (410). A change of the webhook at the same moment wins; the next 410 disables it then. */
  async disable(webhook: Webhook, deliveryId: string): Promise<void> {
    const reason = 'the receiver answered 410 Gone';
    const event = disableWebhook(webhook, reason, ownFact(this.clock, deliveryId));
    await this.log.append('webhooks', [toAppend(webhook.id, event)]);
  }
}
