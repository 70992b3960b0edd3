import type { EventStream } from './event-stream';

/** So much may wait for one client; more, and it is cut off to resume. What waits is the same for all, so that it is held once. */
const MOST_WAITING = 10_000;

/** What waits to be said on a stream, in its order and not faster than its client reads. */
export class Backlog<T extends object> {
  private readonly waiting: T[] = [];
  private begun = false;
  private working = false;

  constructor(
    private readonly stream: EventStream,
    private readonly say: (item: T) => void,
  ) {}

  /** Whether what comes is said at once, or as soon as there is room. */
  get isLive(): boolean {
    return this.begun;
  }

  /** Whether all that came was said. */
  get isDone(): boolean {
    return this.begun && !this.working;
  }

  add(items: readonly T[]): void {
    if (this.waiting.length + items.length > MOST_WAITING) this.stream.destroy();
    if (this.stream.over) return;
    this.waiting.push(...items);
    if (this.begun) void this.work();
  }

  /** What came until now is said, and from now on what comes. */
  begin(): void {
    this.begun = true;
    void this.work();
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let next = this.waiting.shift(); next && !this.stream.over; next = this.waiting.shift()) {
      this.say(next);
      await this.stream.room();
    }
    this.working = false;
  }
}
