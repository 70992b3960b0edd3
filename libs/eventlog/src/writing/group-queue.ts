import { Unavailable } from '@parapet/contracts';

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

/** How much one call brings. */
export interface Size {
  readonly items: number;
  readonly bytes: number;
}

/** What may wait, of one queue or of several together. */
export class Room {
  private items = 0;
  private bytes = 0;

  constructor(private readonly limits: Pick<QueueLimits, 'waitingItems' | 'waitingBytes'>) {}

  /**
   * Whether so much more may wait; where nothing waits anything may.
   * @param share how much of the room may then be taken
   */
  has({ items, bytes }: Size, share = 1): boolean {
    return (
      this.items === 0 ||
      (this.items + items <= this.limits.waitingItems * share &&
        this.bytes + bytes <= this.limits.waitingBytes * share)
    );
  }

  enter(size: Size): void {
    this.items += size.items;
    this.bytes += size.bytes;
  }

  leave(size: Size): void {
    this.items -= size.items;
    this.bytes -= size.bytes;
  }
}

interface Waiting<G> extends Size {
  /** Adds itself to the group; the function it answers is called when the group is durable. */
  join(group: G): () => void;
  reject(error: unknown): void;
}

/**
 * Group commit: one write is in flight, the next takes all that waited meanwhile. Without timers: an idle log writes at the
 * end of the turn in which something came.
 */
export class GroupQueue<G> {
  private waiting: Waiting<G>[] = [];
  private busy = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly begin: () => G,
    /** Resolves when the group is durable. */
    private readonly write: (group: G) => Promise<void>,
    private readonly limits: QueueLimits,
    private readonly room = new Room(limits),
  ) {}

  /**
   * Brings something into the next write: `join` adds it to the group and answers how to tell its result afterwards, which
   * may throw when this part of the group failed.
   * @throws Unavailable at once when too much waits already.
   */
  submit<A>(size: Size, join: (group: G) => () => A): Promise<A> {
    return this.room.has(size) ? this.push(size, join) : Promise.reject(tooMuchWaits());
  }

  /** As `submit`, for what makes room rather than taking it: never refused. */
  push<A>({ items, bytes }: Size, join: (group: G) => () => A): Promise<A> {
    return new Promise((resolve, reject) => {
      this.enter({
        items,
        bytes,
        reject,
        join: (group) => {
          const answer = join(group);
          return () => resolve(answer());
        },
      });
    });
  }

  /** Resolves when nothing waits and nothing is being written. */
  drained(): Promise<void> {
    return this.busy ? new Promise((resolve) => this.idle.push(resolve)) : Promise.resolve();
  }

  private enter(entry: Waiting<G>): void {
    this.waiting.push(entry);
    this.room.enter(entry);
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
      const group = this.begin();
      const answers = taken.map((entry) => ({ entry, answer: entry.join(group) }));
      await this.write(group);
      for (const { entry, answer } of answers) tell(entry, answer);
    } catch (error) {
      for (const entry of taken) entry.reject(error);
    }
    if (this.waiting.length > 0) return this.arm();
    this.busy = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private take(): readonly Waiting<G>[] {
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
    for (const entry of taken) this.room.leave(entry);
    return taken;
  }
}

export const tooMuchWaits = (): Unavailable => new Unavailable('too many writes wait for the log');

function tell<G>(entry: Waiting<G>, answer: () => void): void {
  try {
    answer();
  } catch (error) {
    entry.reject(error);
  }
}
