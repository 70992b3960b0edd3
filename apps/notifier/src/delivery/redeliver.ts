import { Injectable } from '@nestjs/common';
import { askedBy, Clock, Commands, type UserCaller } from '@parapet/chassis';
import { type DeliveryRequeued, envelope, Problem } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { Redeliverable } from './redeliverable';

const TARGET = {
  topic: 'deliveries',
  projection: 'notifier.deliveries',
  collection: DELIVERIES,
} as const;

/** Deliveries read by their id, and asked for again. */
@Injectable()
export class Redeliver {
  constructor(
    private readonly store: ReadModel,
    private readonly commands: Commands,
    private readonly redeliverable: Redeliverable,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async find(id: string): Promise<StoredDelivery> {
    const delivery = await this.store.get(DELIVERIES, id);
    if (!delivery)
      throw new Problem(
        'not_found',
        `There is no delivery ${id}`,
        'GET /v1/webhooks/{id}/deliveries has those there are',
      );
    return delivery;
  }

  /** Due at once, under the same id, and the schedule begins anew. @throws Problem `not_found`, `conflict` */
  async again(id: string, caller: UserCaller): Promise<void> {
    const delivery = await this.find(id);
    const { webhook_id } = delivery;
    await this.redeliverable.webhook(webhook_id);
    this.redeliverable.delivery(delivery);
    const origin = askedBy(caller, this.clock);
    const event: DeliveryRequeued = {
      ...envelope('DeliveryRequeued', origin),
      data: { delivery_id: id, webhook_id, next_at: origin.time },
    };
    await this.commands.append(TARGET, webhook_id, event, id);
  }
}
