interface Waiter {
  readonly offset: number;
  readonly deadline: number;
  readonly resolve: (reached: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waits for the progress of one partition. All who wait in this process share one question at a time, asked when somebody comes,
 * when the process itself made progress, and every so often for what other processes made: no sooner than the last answer took, so
 * that a store which is slow is not kept busy by it.
 */
export class ProgressWatch {
  private readonly waiters = new Set<Waiter>();
  private running = false;
  private ring: (() => void) | undefined;
  private rung = false;

  /** `next` answers how far the partition is. */
  constructor(
    private readonly next: () => Promise<number>,
    private readonly everyMs: number,
  ) {}

  /** Answers whether the record at `offset` was projected within the time; rejects when that cannot be asked. */
  reached(offset: number, timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    return new Promise((resolve, reject) => {
      this.waiters.add({ offset, deadline, resolve, reject });
      this.wake();
      if (!this.running) void this.run();
    });
  }

  /** There may be progress. */
  wake(): void {
    this.rung = true;
    this.ring?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiters.size > 0) {
      this.rung = false;
      const asked = performance.now();
      await this.ask();
      const tookMs = performance.now() - asked;
      if (this.waiters.size > 0) await this.sleep(Math.max(this.everyMs, tookMs));
    }
    this.running = false;
  }

  private async ask(): Promise<void> {
    try {
      const next = await this.next();
      const now = performance.now();
      for (const waiter of this.waiters)
        if (next > waiter.offset) this.settle(waiter, () => waiter.resolve(true));
        else if (now > waiter.deadline) this.settle(waiter, () => waiter.resolve(false));
    } catch (error) {
      for (const waiter of this.waiters) this.settle(waiter, () => waiter.reject(error));
    }
  }

  private settle(waiter: Waiter, answer: () => void): void {
    this.waiters.delete(waiter);
    answer();
  }

  private async sleep(forMs: number): Promise<void> {
    if (this.rung) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs);
      this.ring = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.ring = undefined;
  }
}
