import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { writeFolded } from '@parapet/chassis';
import type { DeliveryEvent, Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { foldHealth, type PlacedStep } from '../health/fold-health';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { DeliveryLeases, type Leased } from './delivery-leases';
import { foldDeliveries } from './fold-deliveries';
import { inParts } from './in-parts';
import { SendDeliveries } from './send-deliveries';

/** Results need not be seen at once: they are folded some dozens at a time, which costs a fraction of each by itself. */
const REST_MS = 25;

/** Topic `deliveries` into the collection that the API reads and the senders claim from. */
@Controller()
export class DeliveryProjection {
  constructor(
    private readonly store: ReadModel,
    private readonly sender: SendDeliveries,
    private readonly leases: DeliveryLeases,
  ) {}

  @Projection('deliveries', 'notifier.deliveries', { restMs: REST_MS })
  async project(@Payload() records: readonly Recorded<DeliveryEvent>[]): Promise<void> {
    for (const part of inParts(records)) await this.fold(part);
  }

  /** Health first, rows after it: whoever dies in between takes the same steps again, and health knows those. */
  private async fold(records: readonly Recorded<DeliveryEvent>[]): Promise<void> {
    const about = records.map(({ event: { data } }) => ({
      ...{ id: data.delivery_id, webhook_id: data.webhook_id },
    }));
    const { changes, moved, steps } = foldDeliveries(await this.before(about), records);
    await this.projectHealth(steps);
    await writeFolded(this.store, DELIVERIES, changes);
    this.leases.moved(moved);
    // What was claimed in the meantime, and has not moved, was read before this was written.
    if (moved.length < changes.length) this.leases.takeStored(about);
    for (const row of moved) if (row.due_at !== undefined) this.sender.hasDue(row.webhook_id);
  }

  /** What was sent a moment ago is at hand; the others are read. A batch that comes again is read whole. */
  private async before(about: readonly Leased[]): Promise<ReadonlyMap<string, StoredDelivery>> {
    const known = this.leases.takeStored(about);
    const others = new Set(about.map(({ id }) => id).filter((id) => !known.has(id)));
    if (others.size === 0) return known;
    return new Map([...known, ...(await this.store.getMany(DELIVERIES, [...others]))]);
  }

  private async projectHealth(steps: readonly PlacedStep[]): Promise<void> {
    const ids = [...new Set(steps.map(({ event }) => event.data.webhook_id))];
    const before = await this.store.getMany(WEBHOOK_HEALTH, ids);
    await writeFolded(this.store, WEBHOOK_HEALTH, foldHealth(before, steps));
  }
}
