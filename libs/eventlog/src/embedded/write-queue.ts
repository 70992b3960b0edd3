import { type EventToAppend, type Position, type Topic, Unavailable } from '@parapet/contracts';
import type { LivePartition } from './live-partition';
import type { GroupProgress, StoreThread } from './store-protocol';
import { WriteGroup } from './write-group';

/** What one write takes at most, and what may wait for one at most. */
export interface QueueLimits {
  readonly groupItems: number;
  readonly groupBytes: number;
  readonly waitingItems: number;
  readonly waitingBytes: number;
}

export const QUEUE_LIMITS: QueueLimits = {
  groupItems: 500,
  groupBytes: 768 * 1024,
  waitingItems: 20_000,
  waitingBytes: 64 * 1024 * 1024,
};

interface Waiting {
  readonly items: number;
  readonly bytes: number;
  /** Adds itself to the write; the function it answers is called when that is durable. */
  join(group: WriteGroup): () => void;
  reject(error: unknown): void;
}

/**
 * Group commit: one write is in flight, the next takes all that waited meanwhile. Without timers: an idle log writes at the
 * end of the turn in which something came.
 */
export class WriteQueue {
  private waiting: Waiting[] = [];
  private items = 0;
  private bytes = 0;
  private busy = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly store: StoreThread,
    private readonly live: (topic: Topic) => readonly LivePartition[],
    private readonly limits: QueueLimits,
  ) {}

  /** @throws Unavailable at once when too much waits already. */
  append(topic: Topic, events: readonly EventToAppend[]): Promise<readonly Position[]> {
    const bytes = events.reduce((sum, e) => sum + e.json.length, 0);
    if (!this.hasRoom(events.length, bytes))
      return Promise.reject(new Unavailable('too many writes wait for the log: try again'));
    return new Promise((resolve, reject) => {
      this.push({
        items: events.length,
        bytes,
        reject,
        join: (group) => {
          const positions = group.append(topic, this.live(topic), events);
          return () => resolve(positions());
        },
      });
    });
  }

  /** Stores the progress of a group with the next write. Not refused when full: it makes room rather than taking it. */
  commit(progress: GroupProgress): Promise<void> {
    return new Promise((resolve, reject) => {
      this.push({
        items: 1,
        bytes: 0,
        reject,
        join: (group) => {
          group.commit(progress);
          return () => resolve();
        },
      });
    });
  }

  /** Resolves when nothing waits and nothing is being written. */
  drained(): Promise<void> {
    return this.busy ? new Promise((resolve) => this.idle.push(resolve)) : Promise.resolve();
  }

  private hasRoom(items: number, bytes: number): boolean {
    return (
      this.waiting.length === 0 ||
      (this.items + items <= this.limits.waitingItems &&
        this.bytes + bytes <= this.limits.waitingBytes)
    );
  }

  private push(entry: Waiting): void {
    this.waiting.push(entry);
    this.items += entry.items;
    this.bytes += entry.bytes;
    if (this.busy) return;
    this.busy = true;
    this.arm();
  }

  /** At the end of this turn of the loop, so that all requests that came in it share the write. */
  private arm(): void {
    setImmediate(() => void this.writeNext());
  }

  private async writeNext(): Promise<void> {
    const taken = this.take();
    try {
      const group = new WriteGroup();
      const answers = taken.map((entry) => entry.join(group));
      group.publish(await this.store.call('write', group.write()));
      for (const answer of answers) answer();
    } catch (error) {
      for (const entry of taken) entry.reject(error);
    }
    if (this.waiting.length > 0) return this.arm();
    this.busy = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private take(): readonly Waiting[] {
    let items = 0;
    let bytes = 0;
    let count = 0;
    for (const entry of this.waiting) {
      items += entry.items;
      bytes += entry.bytes;
      if (count > 0 && (items > this.limits.groupItems || bytes > this.limits.groupBytes)) break;
      count += 1;
    }
    const taken = this.waiting.splice(0, count);
    for (const entry of taken) {
      this.items -= entry.items;
      this.bytes -= entry.bytes;
    }
    return taken;
  }
}
