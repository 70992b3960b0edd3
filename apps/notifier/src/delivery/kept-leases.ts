import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { isoTime, Unavailable } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { LEASE_MS } from './due-deliveries';

const LOOK_MS = 500;
/** Renewed so long before its end that a database that was away meanwhile is back in time. */
const LEFT_MS = 20_000;

/**
 * Holds on to deliveries whose result is on its way into the log (`exactness.md`, rule 16): while the log is away an append may last
 * longer than a lease, and nobody else is to send again meanwhile. One look for all of them: a timer for each would be dear.
 */
@Injectable()
export class KeptLeases {
  private readonly logger = new Logger('deliveries');
  private readonly kept = new Map<string, StoredDelivery>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
  ) {}

  /** Keeps the lease of a delivery for as long as the work lasts. */
  async during(delivery: StoredDelivery, work: () => Promise<void>): Promise<void> {
    this.kept.set(delivery.id, delivery);
    this.timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
    try {
      await work();
    } finally {
      this.kept.delete(delivery.id);
    }
  }

  private async look(): Promise<void> {
    if (this.looking) return;
    if (this.kept.size === 0) return this.rest();
    this.looking = true;
    try {
      await this.renew();
    } catch (error) {
      if (!(error instanceof Unavailable)) this.logger.error(error);
    } finally {
      this.looking = false;
    }
  }

  private async renew(): Promise<void> {
    const now = this.clock.now();
    const ending = [...this.kept.values()].filter((one) => ends(one) - now < LEFT_MS);
    if (ending.length === 0) return;
    const due_at = isoTime(now + LEASE_MS);
    const written = await this.store.write(
      DELIVERIES,
      ending.map((one) => ({
        ...{ id: one.id, set: { due_at } },
        guard: { field: 'due_at', equals: one.due_at ?? '' } as const,
      })),
    );
    ending.forEach((one, nth) => {
      if (written[nth] === 'updated' && this.kept.has(one.id))
        this.kept.set(one.id, { ...one, due_at });
    });
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const ends = ({ due_at = '' }: StoredDelivery): number => Date.parse(due_at);
