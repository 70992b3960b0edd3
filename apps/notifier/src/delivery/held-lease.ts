import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { Unavailable } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { LEASE_MS } from './due-deliveries';
import { ProjectedToEnd } from './projected-to-end';

/** What is left of a lease must last for an attempt (15 s) and for its result to be recorded. */
const NEEDED_MS = 20_000;

/**
 * Knows whether a claimed delivery may be sent by whoever claimed it (`exactness.md`, rule 16): a process that stood still may wake
 * when somebody else has it, and one that died may have left a result in the log that is not projected yet.
 */
@Injectable()
export class HeldLease {
  constructor(
    private readonly store: ReadModel,
    private readonly projected: ProjectedToEnd,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers false where the delivery is to be left alone: it is due again when its lease ends, or it is over.
   * @param cut ends the waiting for the projection.
   */
  async allows(delivery: StoredDelivery, cut: AbortSignal): Promise<boolean> {
    try {
      const known = !mayHaveBeenClaimed(delivery) || (await this.isStillDue(delivery, cut));
      return known && this.lasts(delivery);
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  }

  private async isStillDue(delivery: StoredDelivery, cut: AbortSignal): Promise<boolean> {
    while (!(await this.projected.atEndNow()))
      if (cut.aborted || !this.lasts(delivery)) return false;
    const stored = await this.store.get(DELIVERIES, delivery.id);
    return stored?.status === 'pending' && stored.due_at === delivery.due_at;
  }

  private lasts({ due_at = '' }: StoredDelivery): boolean {
    return Date.parse(due_at) - this.clock.now() >= NEEDED_MS;
  }
}

/** The claim came so late that another lease may have begun and ended since the delivery was due. */
function mayHaveBeenClaimed({ due_at = '', next_at }: StoredDelivery): boolean {
  const claimedAt = Date.parse(due_at) - LEASE_MS;
  return claimedAt - Date.parse(next_at ?? '') >= LEASE_MS;
}
