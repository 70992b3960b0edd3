import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { Unavailable } from '@parapet/contracts';
import type { StoredDelivery } from './delivery.collection';
import { DeliveryLeases, LEASE_MS } from './delivery-leases';

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
  /** What is held, each with the lease that it has now. */
  private readonly kept = new Map<StoredDelivery, StoredDelivery>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  constructor(
    private readonly leases: DeliveryLeases,
    private readonly clock: Clock,
  ) {}

  /** Keeps the lease of a delivery, as it was claimed, until it is let go of. */
  keep(claimed: StoredDelivery): void {
    this.kept.set(claimed, claimed);
    this.timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
  }

  letGo(claimed: StoredDelivery): void {
    this.kept.delete(claimed);
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
    const ending = [...this.kept].filter(([, held]) => !lasts(ends(held) - now));
    if (ending.length === 0) return;
    const renewed = await this.leases.renew(ending.map(([, held]) => held));
    ending.forEach(([claimed, held], nth) => {
      if (this.kept.has(claimed)) this.kept.set(claimed, renewed[nth] ?? held);
    });
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Whether a lease with so much left is to be left as it is. More than a lease is left of one where the clock was set back. */
const lasts = (leftMs: number): boolean => leftMs >= LEFT_MS && leftMs <= LEASE_MS;

const ends = ({ due_at = '' }: StoredDelivery): number => Date.parse(due_at);
