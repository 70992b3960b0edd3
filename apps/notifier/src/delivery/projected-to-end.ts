import { Injectable } from '@nestjs/common';
import { Projections } from '@parapet/chassis';
import { EventLog } from '@parapet/eventlog';

const LOOK_MS = 500;

/** Knows when the stored deliveries are as new as the log was at the start. */
@Injectable()
export class ProjectedToEnd {
  constructor(
    private readonly log: EventLog,
    private readonly projections: Projections,
  ) {}

  /**
   * Waits until everything that is in `deliveries` now has been projected: after a rebuild *planned* is replayed before
   * *succeeded*, and whoever claims in between sends again. What retention has removed counts as projected.
   * @returns false when it was told to stop. @throws Unavailable
   */
  async reached(stop: AbortSignal): Promise<boolean> {
    const progress = this.projections.of('notifier.deliveries', 'deliveries');
    const ends = await this.log.ends('deliveries');
    for (const [partition, end] of ends.entries()) {
      for (;;) {
        if (stop.aborted) return false;
        const next = await progress.load(partition);
        if (next >= end) break;
        const from = ends.map((e, p) => (p === partition ? next : e));
        if (!(await this.anyRecord(from, ends))) break;
        await progress.reached(partition, end - 1, LOOK_MS);
      }
    }
    return true;
  }

  private async anyRecord(from: readonly number[], to: readonly number[]): Promise<boolean> {
    for await (const records of this.log.read('deliveries', from, to))
      if (records.length > 0) return true;
    return false;
  }
}
