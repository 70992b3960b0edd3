import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { writeFolded } from '@parapet/chassis';
import type { DeliveryEvent, Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { DELIVERIES } from './delivery.collection';
import { foldDeliveries } from './fold-deliveries';
import { SendDeliveries } from './send-deliveries';

/** Topic `deliveries` into the collection that the API reads and the senders claim from. */
@Controller()
export class DeliveryProjection {
  constructor(
    private readonly store: ReadModel,
    private readonly sender: SendDeliveries,
  ) {}

  @Projection('deliveries', 'notifier.deliveries')
  async project(@Payload() records: readonly Recorded<DeliveryEvent>[]): Promise<void> {
    const ids = [...new Set(records.map((r) => r.event.data.delivery_id))];
    const { changes, due } = foldDeliveries(await this.store.getMany(DELIVERIES, ids), records);
    await writeFolded(this.store, DELIVERIES, changes);
    for (const row of due) this.sender.hasDue(row.webhook_id);
  }
}
