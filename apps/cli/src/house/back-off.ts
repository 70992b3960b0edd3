import { LONGEST_TIMER_MS } from '@parapet/contracts';

const [FIRST_MS, LONGEST_MS] = [100, 10_000];

/** How long to wait before the next attempt: twice as long each time, and never all senders at the same moment. */
export class BackOff {
  private failures = 0;

  /** @param random from 0 to 1 */
  constructor(private readonly random: () => number = Math.random) {}

  /** @param atLeast seconds that were asked for @returns milliseconds */
  next(atLeast = 0): number {
    const own = Math.min(FIRST_MS * 2 ** this.failures, LONGEST_MS);
    this.failures += 1;
    return Math.min(Math.ceil(atLeast * 1_000 + own * (0.5 + this.random() / 2)), LONGEST_TIMER_MS);
  }

  /** It went well. */
  reset(): void {
    this.failures = 0;
  }
}
