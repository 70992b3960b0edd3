import { EventEmitter } from 'node:events';

const SWEEP_MS = 250;

/** Emits `abort` when its time is over; what undici takes as a signal. */
export class Deadline extends EventEmitter {
  expired = false;

  constructor(readonly at: number) {
    super();
  }
}

/**
 * One timer for the overall bound of all requests in flight: a timer per request costs half of the throughput, and a slow
 * drip of bytes defeats the client's own timeouts.
 */
export class DeadlineSweep {
  private readonly open = new Set<Deadline>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly boundMs: number) {}

  begin(): Deadline {
    const deadline = new Deadline(performance.now() + this.boundMs);
    this.open.add(deadline);
    this.timer ??= setInterval(() => this.sweep(performance.now()), SWEEP_MS);
    return deadline;
  }

  end(deadline: Deadline): void {
    this.open.delete(deadline);
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
      deadline.emit('abort');
    }
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
