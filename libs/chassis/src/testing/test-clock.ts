import { Clock } from '../process/clock';

/** Real time, moved as a test wishes. */
export class TestClock extends Clock {
  private moved = 0;
  private leapt = 0;
  private stoodAt: number | null = null;

  now(): number {
    return (this.stoodAt ?? Date.now()) + this.moved;
  }

  elapsed(): number {
    return this.now() - this.leapt;
  }

  /** Sets the clock ahead, while no time passes. */
  leap(ms: number): void {
    this.moved += ms;
    this.leapt += ms;
  }

  /** Moves the time on by so many milliseconds. */
  advance(ms: number): void {
    this.moved += ms;
  }

  /** From now on only `advance` moves the time. */
  stop(): void {
    this.stoodAt ??= Date.now();
  }
}
