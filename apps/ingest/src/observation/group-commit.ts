import { Unavailable } from '@parapet/contracts';

export interface GroupLimits {
  /** Items and bytes of one group, at most (one item alone may be larger). */
  readonly groupItems: number;
  readonly groupBytes: number;
  /** Items and bytes that may wait; more are refused. */
  readonly queueItems: number;
  readonly queueBytes: number;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly bytes: number;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/** How much the newest group counts in what a group lately took. */
const NEWEST = 0.25;

/**
 * Writes in groups: one write is in flight, the next takes all that waited. No timer: an idle writer adds no latency, a busy
 * one makes larger groups.
 */
export class GroupCommit<T, R> {
  private queue: Waiting<T, R>[] = [];
  private queuedBytes = 0;
  private running = false;
  /** How long a group lately took, from the end of the one before. */
  private groupMs = 0;

  constructor(
    /** Writes a group and answers one result per item, in order. When it rejects, every item of the group is rejected. */
    private readonly write: (items: readonly T[]) => Promise<readonly R[]>,
    private readonly limits: GroupLimits,
  ) {}

  /** Milliseconds that who comes now would wait for its group: as many groups as wait, each as long as groups lately took. */
  get waitMs(): number {
    const { groupItems, groupBytes } = this.limits;
    const groups = Math.max(this.queue.length / groupItems, this.queuedBytes / groupBytes);
    return groups * this.groupMs;
  }

  /** @throws Unavailable when too much is waiting already. */
  submit(item: T, bytes: number): Promise<R> {
    const { queueItems, queueBytes } = this.limits;
    if (this.queue.length >= queueItems || this.queuedBytes + bytes > queueBytes)
      return Promise.reject(new Unavailable('too much is waiting to be written; send again later'));
    return new Promise<R>((resolve, reject) => {
      this.queue.push({ item, bytes, resolve, reject });
      this.queuedBytes += bytes;
      if (this.running) return;
      this.running = true;
      this.writeSoon();
    });
  }

  /** Always by way of the event loop, so that the sockets are read between two groups and make the next one larger. */
  private writeSoon(): void {
    const began = performance.now();
    setImmediate(() => void this.writeGroup(began));
  }

  private async writeGroup(began: number): Promise<void> {
    const group = this.take();
    try {
      const results = await this.write(group.map((w) => w.item));
      group.forEach((w, i) => w.resolve(results[i] as R));
    } catch (error) {
      for (const w of group) w.reject(error);
    }
    this.groupMs += (performance.now() - began - this.groupMs) * NEWEST;
    if (this.queue.length > 0) this.writeSoon();
    else this.running = false;
  }

  private take(): Waiting<T, R>[] {
    const { groupItems, groupBytes } = this.limits;
    let bytes = 0;
    let items = 0;
    for (const waiting of this.queue) {
      const fits = items < groupItems && bytes + waiting.bytes <= groupBytes;
      if (items > 0 && !fits) break;
      items += 1;
      bytes += waiting.bytes;
    }
    this.queuedBytes -= bytes;
    return this.queue.splice(0, items);
  }
}
