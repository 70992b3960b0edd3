import type { Clock } from '@parapet/chassis';
import { isoTime } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { DeliveryLeases, dueBy, FIRST_DUE, heldAs, LEASE_MS, makeDue } from './delivery-leases';

/** Leases in the documents, where other processes see them. */
export class StoredLeases extends DeliveryLeases {
  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
  ) {
    super();
  }

  override claim(webhookId: string, limit: number): Promise<readonly StoredDelivery[]> {
    const now = this.clock.now();
    return this.store.claim(DELIVERIES, {
      equal: { webhook_id: webhookId },
      due: 'due_at',
      now: isoTime(now),
      until: isoTime(now + LEASE_MS),
      limit,
    });
  }

  override async giveBack(claimed: readonly StoredDelivery[]): Promise<void> {
    const now = isoTime(this.clock.now());
    const changes = claimed.flatMap((delivery) => {
      const { id, due_at, next_at } = delivery;
      if (due_at === undefined || next_at === null) return [];
      return [{ id, set: { due_at: next_at < now ? next_at : now }, guard: heldAs(delivery) }];
    });
    await this.store.write(DELIVERIES, changes);
  }

  override async renew(claimed: readonly StoredDelivery[]): Promise<readonly StoredDelivery[]> {
    const due_at = isoTime(this.clock.now() + LEASE_MS);
    const written = await this.store.write(
      DELIVERIES,
      claimed.map((delivery) => ({ id: delivery.id, set: { due_at }, guard: heldAs(delivery) })),
    );
    return claimed.map((delivery, nth) =>
      written[nth] === 'updated' ? { ...delivery, due_at } : delivery,
    );
  }

  override async stillDue(
    claimed: readonly StoredDelivery[],
  ): Promise<ReadonlySet<StoredDelivery>> {
    const ids = claimed.map(({ id }) => id);
    const stored = await this.store.getMany(DELIVERIES, ids, ['status', 'due_at']);
    return new Set(
      claimed.filter(({ id, due_at }) => {
        const now = stored.get(id);
        return now?.status === 'pending' && now.due_at === due_at;
      }),
    );
  }

  override due(limit: number, after?: StoredDelivery): Promise<readonly StoredDelivery[]> {
    return this.store.page(DELIVERIES, { equal: {}, ...dueBy(this.clock.now(), limit, after) });
  }

  override bringBack(latest: number): Promise<boolean> {
    return makeDue(this.store, latest, this.clock.now());
  }

  override async first(): Promise<StoredDelivery | undefined> {
    const [first] = await this.store.page(DELIVERIES, { equal: {}, ...FIRST_DUE });
    return first;
  }

  override takeStored(): ReadonlyMap<string, StoredDelivery> {
    return new Map();
  }

  override moved(): void {
    // The document was written with another time: that ended the lease.
  }
}
