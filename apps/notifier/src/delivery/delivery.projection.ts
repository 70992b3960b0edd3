import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { writeFolded } from '@parapet/chassis';
import type { DeliveryEvent, Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { foldHealth, type PlacedStep } from '../health/fold-health';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { DELIVERIES } from './delivery.collection';
import { foldDeliveries } from './fold-deliveries';
import { SendDeliveries } from './send-deliveries';

/** Results need not be seen at once: they are folded some dozens at a time, which costs a fraction of each by itself. */
const REST_MS = 25;

/** Topic `deliveries` into the collection that the API reads and the senders claim from. */
@Controller()
export class DeliveryProjection {
  constructor(
    private readonly store: ReadModel,
    private readonly sender: SendDeliveries,
  ) {}

  /** Health first, rows after it: whoever dies in between takes the same steps again, and health knows those. */
  @Projection('deliveries', 'notifier.deliveries', { restMs: REST_MS })
  async project(@Payload() records: readonly Recorded<DeliveryEvent>[]): Promise<void> {
    const ids = [...new Set(records.map((r) => r.event.data.delivery_id))];
    const before = await this.store.getMany(DELIVERIES, ids);
    const { changes, due, steps } = foldDeliveries(before, records);
    await this.projectHealth(steps);
    await writeFolded(this.store, DELIVERIES, changes);
    for (const row of due) this.sender.hasDue(row.webhook_id);
  }

  private async projectHealth(steps: readonly PlacedStep[]): Promise<void> {
    const ids = [...new Set(steps.map(({ event }) => event.data.webhook_id))];
    const before = await this.store.getMany(WEBHOOK_HEALTH, ids);
    await writeFolded(this.store, WEBHOOK_HEALTH, foldHealth(before, steps));
  }
}
