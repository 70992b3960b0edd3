/** Gives each partition of a group to one member at a time; the next one waits its turn. */
export class PartitionLocks {
  private readonly last = new Map<string, Promise<void>>();

  /** Runs `work` when `name` is free, and frees it when that is done. Resolves without running it if `signal` aborts first. */
  async hold(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const before = this.last.get(name) ?? Promise.resolve();
    const mine = Promise.withResolvers<void>();
    const after = before.then(() => mine.promise);
    this.last.set(name, after);
    try {
      await Promise.race([before, aborted(signal)]);
      if (!signal.aborted) await work();
    } finally {
      mine.resolve();
      void after.then(() => this.last.get(name) === after && this.last.delete(name));
    }
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
