import type { Clock } from '@parapet/chassis';
import { isoTime } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import {
  DeliveryLeases,
  dueBy,
  FIRST_DUE,
  type Leased,
  LEASE_MS,
  makeDue,
} from './delivery-leases';

interface Lease {
  /** Milliseconds since 1970. */
  until: number;
  /** As it was when it was claimed; undefined once somebody took it. */
  stored: StoredDelivery | undefined;
}

/**
 * Leases in memory, where no other process has the documents: nobody else can claim, and to write each lease would cost more than to
 * send. They end with the process, and so does all that is in flight.
 */
export class OwnLeases extends DeliveryLeases {
  private readonly byWebhook = new Map<string, Map<string, Lease>>();

  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async claim(webhookId: string, limit: number): Promise<readonly StoredDelivery[]> {
    const now = this.clock.now();
    this.forgetEnded(webhookId, now);
    const rows = await this.store.page(DELIVERIES, {
      equal: { webhook_id: webhookId },
      ...dueBy(now, limit),
      without: [...(this.byWebhook.get(webhookId)?.keys() ?? [])],
    });
    return rows
      .filter((row) => !this.leaseOf(row))
      .map((row) => this.begin(row, this.clock.now() + LEASE_MS));
  }

  override async giveBack(claimed: readonly StoredDelivery[]): Promise<void> {
    this.end(claimed.filter((delivery) => this.holds(delivery)));
  }

  override async renew(claimed: readonly StoredDelivery[]): Promise<readonly StoredDelivery[]> {
    const until = this.clock.now() + LEASE_MS;
    return claimed.map((delivery) => {
      const lease = this.leaseOf(delivery);
      if (!lease || !this.holds(delivery)) return delivery;
      lease.until = until;
      return { ...delivery, due_at: isoTime(until) };
    });
  }

  override async stillDue(
    claimed: readonly StoredDelivery[],
  ): Promise<ReadonlySet<StoredDelivery>> {
    const ids = claimed.map(({ id }) => id);
    const stored = await this.store.getMany(DELIVERIES, ids, ['status']);
    return new Set(
      claimed.filter((row) => stored.get(row.id)?.status === 'pending' && this.holds(row)),
    );
  }

  override due(limit: number, after?: StoredDelivery): Promise<readonly StoredDelivery[]> {
    const now = this.clock.now();
    const without = this.claimed(now);
    return this.store.page(DELIVERIES, { equal: {}, ...dueBy(now, limit, after), without });
  }

  override bringBack(latest: number): Promise<boolean> {
    for (const webhookId of this.byWebhook.keys())
      this.forget(webhookId, ({ until }) => until > latest);
    return makeDue(this.store, latest, this.clock.now());
  }

  override async first(): Promise<StoredDelivery | undefined> {
    const without = this.claimed(this.clock.now());
    const [first] = await this.store.page(DELIVERIES, { equal: {}, ...FIRST_DUE, without });
    return first;
  }

  override takeStored(deliveries: readonly Leased[]): ReadonlyMap<string, StoredDelivery> {
    const found = new Map<string, StoredDelivery>();
    for (const delivery of deliveries) {
      const lease = this.leaseOf(delivery);
      if (!lease?.stored) continue;
      found.set(delivery.id, lease.stored);
      lease.stored = undefined;
    }
    return found;
  }

  override moved(deliveries: readonly Leased[]): void {
    this.end(deliveries);
  }

  private begin(stored: StoredDelivery, until: number): StoredDelivery {
    const leases = this.byWebhook.get(stored.webhook_id) ?? new Map<string, Lease>();
    this.byWebhook.set(stored.webhook_id, leases.set(stored.id, { until, stored }));
    return { ...stored, due_at: isoTime(until) };
  }

  /** The ids of all whose lease holds. */
  private claimed(now: number): readonly string[] {
    for (const webhookId of this.byWebhook.keys()) this.forgetEnded(webhookId, now);
    return [...this.byWebhook.values()].flatMap((leases) => [...leases.keys()]);
  }

  private end(deliveries: readonly Leased[]): void {
    for (const { id, webhook_id } of deliveries) {
      const leases = this.byWebhook.get(webhook_id);
      if (leases?.delete(id) && leases.size === 0) this.byWebhook.delete(webhook_id);
    }
  }

  private forgetEnded(webhookId: string, now: number): void {
    this.forget(webhookId, ({ until }) => until <= now);
  }

  private forget(webhookId: string, which: (lease: Lease) => boolean): void {
    const leases = [...(this.byWebhook.get(webhookId) ?? [])];
    const over = leases.filter(([, lease]) => which(lease));
    this.end(over.map(([id]) => ({ id, webhook_id: webhookId })));
  }

  private leaseOf({ id, webhook_id }: Leased): Lease | undefined {
    return this.byWebhook.get(webhook_id)?.get(id);
  }

  /** Whether the lease that this was claimed with is the one that holds. */
  private holds(claimed: StoredDelivery): boolean {
    const lease = this.leaseOf(claimed);
    return lease !== undefined && isoTime(lease.until) === claimed.due_at;
  }
}
