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
  readonly resolve: (result: R | Promise<R>) => void;
  readonly reject: (reason: unknown) => void;
}

/** How much the newest group counts in what a full one takes, and how full it must be: small ones tell nothing of that. */
const [NEWEST, TELLING] = [0.25, 0.25];

/** Groups that wait without anybody waiting too long: a writer that runs dry while others are refused writes small ones. */
const FEW = 2;

/** Turns of the event loop without anything new after which nothing more is on its way, and the longest wait for such a calm. */
const [CALM_TURNS, CALM_MS] = [4, 20];

/** As many wait for nobody: what a group costs by itself is little for each of them, and who comes meanwhile makes the next one. */
const ENOUGH = 100;

/**
 * Writes in groups: one write is in flight, the next takes all that waited, and what is on its way: whoever was answered just now
 * sends again at once. No timer: an idle writer adds no latency, a busy one makes larger groups.
 */
export class GroupCommit<T, R> {
  private queue: Waiting<T, R>[] = [];
  private queuedBytes = 0;
  /** What was written but for what its promise tells: it waits as well. */
  private readonly late = { items: 0, bytes: 0 };
  private running = false;
  /** How long a full group lately took, from the end of the one before. */
  private fullMs = 0;
  /** How long the last group took to be written. */
  private writtenInMs = 0;

  constructor(
    /**
     * Writes a group and answers one result per item, in order, or why that item could not be written; a promise for what the others
     * and the next group are not to wait for. When it rejects, every item of the group is rejected.
     */
    private readonly write: (items: readonly T[]) => Promise<readonly (R | Error | Promise<R>)[]>,
    private readonly limits: GroupLimits,
  ) {}

  /** Milliseconds that who comes now would wait for its group: as many groups as wait, each as long as full ones lately took; 0 where few wait. */
  get waitMs(): number {
    const groups = this.groupsOf(this.queue.length, this.queuedBytes);
    return groups < FEW ? 0 : groups * this.fullMs;
  }

  /** @throws TooMuchWaits when too much is waiting already. */
  submit(item: T, bytes: number): Promise<R> {
    const { queueItems, queueBytes } = this.limits;
    const items = this.queue.length + this.late.items;
    if (items >= queueItems || this.queuedBytes + this.late.bytes + bytes > queueBytes)
      return Promise.reject(new TooMuchWaits());
    return new Promise<R>((resolve, reject) => {
      this.queue.push({ item, bytes, resolve, reject });
      this.queuedBytes += bytes;
      if (this.running) return;
      this.running = true;
      this.writeSoon();
    });
  }

  /**
   * Always by way of the event loop, so that the sockets are read between two groups and make the next one larger: until they bring
   * nothing more, but no longer than the last group took to be written, so that nobody waits much more than twice as long.
   */
  private writeSoon(): void {
    const began = performance.now();
    const until = began + Math.min(this.writtenInMs, CALM_MS);
    const enough = Math.min(ENOUGH, this.limits.groupItems);
    let seen = this.queue.length;
    let calm = 0;
    const look = (): void => {
      calm = this.queue.length > seen ? 0 : calm + 1;
      seen = this.queue.length;
      const waits = seen < enough && this.queuedBytes < this.limits.groupBytes;
      if (waits && calm < CALM_TURNS && performance.now() < until) setImmediate(look);
      else void this.writeGroup(began);
    };
    setImmediate(look);
  }

  private async writeGroup(began: number): Promise<void> {
    const waitingBytes = this.queuedBytes;
    const group = this.take();
    const groups = this.groupsOf(group.length, waitingBytes - this.queuedBytes);
    const asked = performance.now();
    try {
      const results = await this.write(group.map((w) => w.item));
      this.writtenInMs = performance.now() - asked;
      group.forEach((w, i) => this.tell(w, results[i] as R | Error | Promise<R>));
      this.learn(groups, performance.now() - began);
    } catch (error) {
      for (const w of group) w.reject(error);
    }
    if (this.queue.length > 0) this.writeSoon();
    else this.running = false;
  }

  private tell({ bytes, resolve, reject }: Waiting<T, R>, result: R | Error | Promise<R>): void {
    if (result instanceof Error) return reject(result);
    resolve(result);
    if (!(result instanceof Promise)) return;
    const waits = (by: 1 | -1): void => {
      this.late.items += by;
      this.late.bytes += by * bytes;
    };
    const known = (): void => waits(-1);
    waits(1);
    result.then(known, known);
  }

  /** How many groups so much is. */
  private groupsOf(items: number, bytes: number): number {
    const { groupItems, groupBytes } = this.limits;
    return Math.max(items / groupItems, bytes / groupBytes);
  }

  private learn(groups: number, tookMs: number): void {
    if (groups >= TELLING) this.fullMs += (tookMs / groups - this.fullMs) * NEWEST;
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

/** Nothing failed: there is only no room for more. */
export class TooMuchWaits extends Unavailable {
  constructor() {
    super('too much is waiting to be written; send again later');
  }
}
