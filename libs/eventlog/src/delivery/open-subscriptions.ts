import { Unavailable } from '@parapet/contracts';
import type { Follower, Subscription } from '../event-log';

/** What reads from a log. It is closed by whoever began it, or with the log. */
export class OpenSubscriptions {
  private readonly open = new Set<Subscription>();
  private readonly closing = new AbortController();

  /** Aborts when the log is being closed. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** @throws Unavailable once the log is being closed: no subscription begins then. */
  check(): void {
    if (this.signal.aborted) throw new Unavailable('the log is closed');
  }

  /** Keeps what has begun until it is closed. */
  add(begun: Subscription): Subscription {
    const subscription: Subscription = {
      close: async () => {
        await begun.close();
        this.open.delete(subscription);
      },
    };
    this.open.add(subscription);
    return subscription;
  }

  /** As `add`. */
  addFollower(begun: Follower): Follower {
    return {
      caughtUp: (timeoutMs) => begun.caughtUp(timeoutMs),
      applied: () => begun.applied(),
      failure: () => begun.failure(),
      ...this.add(begun),
    };
  }

  /** Closes all. They finish the batch in their hands, for which they may have to append. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([...this.open].map((subscription) => subscription.close()));
  }
}
