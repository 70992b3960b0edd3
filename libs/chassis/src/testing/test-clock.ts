import { Clock } from '../process/clock';

/** Real time, moved as a test wishes. */
export class TestClock extends Clock {
  private moved = 0;

  now(): number {
    return Date.now() + this.moved;
  }

  /** Moves the time on by so many milliseconds. */
  advance(ms: number): void {
    this.moved += ms;
  }
}
