import { Clock } from '../process/clock';

/** Real time, moved as a test wishes. */
export class TestClock extends Clock {
  private moved = 0;
  private stoodAt: number | null = null;

  now(): number {
    return (this.stoodAt ?? Date.now()) + this.moved;
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
