const SWEEP_MS = 250;

/** The time that a request has. */
export interface Deadline {
  /** In the time of `performance.now`. */
  readonly at: number;
  cut: () => void;
  expired: boolean;
}

/**
 * One timer for the overall bound of all requests in flight: a timer per request costs half of the throughput, and a slow
 * drip of bytes defeats the client's own timeouts.
 */
export class DeadlineSweep {
  private readonly open = new Set<Deadline>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly boundMs: number) {}

  /** `cut` is called when the time is over before `end` was. */
  begin(cut: () => void): Deadline {
    const deadline = { at: performance.now() + this.boundMs, cut, expired: false };
    this.open.add(deadline);
    this.timer ??= setInterval(() => this.sweep(performance.now()), SWEEP_MS);
    return deadline;
  }

  end(deadline: Deadline): void {
    this.open.delete(deadline);
    // The table that a set has outgrown holds on to what was in it until the next full collection: not to the request as well.
    deadline.cut = nothing;
    if (this.open.size === 0) this.rest();
  }

  /** Ends all that are open. */
  close(): void {
    this.sweep(Infinity);
    this.rest();
  }

  private sweep(now: number): void {
    for (const deadline of this.open) {
      if (deadline.at > now) break;
      this.open.delete(deadline);
      deadline.expired = true;
      deadline.cut();
    }
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const nothing = (): void => undefined;
