import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import type { StoredDelivery } from './delivery.collection';
import { DeliveryLeases, LEASE_MS } from './delivery-leases';
import { ProjectedToEnd } from './projected-to-end';

/** What is left of a lease must last for an attempt (15 s) and for its result to be recorded. */
const NEEDED_MS = 20_000;

/**
 * Knows whether a claimed delivery may be sent by whoever claimed it (`exactness.md`, rule 16): a process that stood still may wake
 * when somebody else has it, and one that died may have left a result in the log that is not projected yet.
 */
@Injectable()
export class HeldLease {
  /** Which of the deliveries that were asked about together are still due. */
  private readonly asked = new WeakMap<StoredDelivery, Promise<ReadonlySet<StoredDelivery>>>();

  constructor(
    private readonly leases: DeliveryLeases,
    private readonly projected: ProjectedToEnd,
    private readonly clock: Clock,
  ) {}

  /** Begins to find out, for deliveries that were claimed together, what `allows` must know. `cut` ends the waiting for the projection. */
  ask(claimed: readonly StoredDelivery[], cut: AbortSignal): void {
    const unsure = claimed.filter(mayHaveBeenClaimed);
    if (unsure.length === 0) return;
    const answer = this.stillDue(unsure, cut);
    // Whoever wants to know hears of it; the delivery may never be begun.
    answer.catch(() => undefined);
    for (const delivery of unsure) this.asked.set(delivery, answer);
  }

  /**
   * Answers false where the delivery is to be left alone: it is due again when its lease ends, or it is over. At once where that is
   * sure by itself.
   * @param cut ends the waiting for the projection.
   * @throws Unavailable
   */
  allows(delivery: StoredDelivery, cut: AbortSignal): boolean | Promise<boolean> {
    return mayHaveBeenClaimed(delivery) ? this.isStillDue(delivery, cut) : this.lasts(delivery);
  }

  /** Whether what is left of the lease is long enough for an attempt. */
  lasts({ due_at = '' }: StoredDelivery): boolean {
    return Date.parse(due_at) - this.clock.now() >= NEEDED_MS;
  }

  private async isStillDue(delivery: StoredDelivery, cut: AbortSignal): Promise<boolean> {
    const answer = this.asked.get(delivery) ?? this.stillDue([delivery], cut);
    return (await answer).has(delivery) && this.lasts(delivery);
  }

  private async stillDue(
    claimed: readonly StoredDelivery[],
    cut: AbortSignal,
  ): Promise<ReadonlySet<StoredDelivery>> {
    while (!(await this.projected.atEndNow()))
      if (cut.aborted || !claimed.every((delivery) => this.lasts(delivery))) return new Set();
    return this.leases.stillDue(claimed);
  }
}

/**
 * The claim came so late that another lease may have begun and ended since the delivery was due; or so early that the clock was set
 * back since that was recorded.
 */
function mayHaveBeenClaimed({ due_at = '', next_at }: StoredDelivery): boolean {
  const claimedAt = Date.parse(due_at) - LEASE_MS;
  return Math.abs(claimedAt - Date.parse(next_at ?? '')) >= LEASE_MS;
}
