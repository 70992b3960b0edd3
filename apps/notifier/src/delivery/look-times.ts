import { inStep } from '@parapet/contracts';

const LOOK_MS = 1_000;
/** One look follows another after so long at the soonest: who is rung in between claims without one. */
const SOONEST_MS = 250;

/**
 * When a sender looks for what is due: when that is due which is due next, and once a second for what others gave back or left. Times
 * are milliseconds of the process.
 */
export class LookTimes {
  private lookedAt = -Infinity;
  private nextAt = Infinity;

  /** Whether to look now; where that is too soon, a look follows as soon as one may. */
  isTime(): boolean {
    const soonest = this.lookedAt + SOONEST_MS;
    if (performance.now() >= soonest) return true;
    this.nextAt = soonest;
    return false;
  }

  /** A look was made. @param nextInMs until more is due; what is due by now may have to wait for a place */
  looked(nextInMs: number): void {
    this.lookedAt = performance.now();
    this.nextAt = nextInMs > 0 ? this.lookedAt + Math.max(nextInMs, SOONEST_MS) : Infinity;
  }

  /** How long to rest; 0 where a look is overdue. Timers may be early by less than a millisecond. */
  restMs(): number {
    const untilNext = Math.max(0, Math.ceil(this.nextAt - performance.now()) + 1);
    return Math.min(inStep(LOOK_MS), untilNext);
  }
}
