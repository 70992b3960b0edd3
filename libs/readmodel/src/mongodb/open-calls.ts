import { Unavailable } from '@parapet/contracts';

/** The calls that are being answered, so that closing can wait for them. A call may take several commands. */
export class OpenCalls {
  private readonly open = new Set<Promise<unknown>>();
  private closed = false;

  /** @throws Unavailable when closed. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    if (this.closed) throw new Unavailable('The read model is closed.');
    const running = call();
    this.open.add(running);
    try {
      return await running;
    } finally {
      this.open.delete(running);
    }
  }

  /** Lets nothing begin any more and waits for what has begun. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.open);
  }
}
