import type { Topic } from '@parapet/contracts';
import type { Offsets } from '../event-log';

/** How far one consumer is with its topic. */
export interface ConsumerProgress {
  readonly group: string;
  readonly topic: Topic;
  /** Offsets handled and to handle, over all partitions (gaps count as records). */
  readonly done: number;
  readonly total: number;
}

/** Where one consumer is, as its subscription tells. */
export class ConsumerState {
  private readonly next: (number | undefined)[] = [];
  private readonly waiting = new Set<() => void>();
  private closed = false;

  constructor(
    readonly group: string,
    readonly topic: Topic,
  ) {}

  /** Takes what `ConsumeOptions.onProgress` hears. */
  reached(partition: number, next: number): void {
    this.next[partition] = next;
    this.wake();
  }

  /** Says that nothing more will be handled. */
  close(): void {
    this.closed = true;
    this.wake();
  }

  has(ends: Offsets): boolean {
    return ends.every((end, partition) => (this.next[partition] ?? -1) >= end);
  }

  /**
   * Resolves when everything below `ends` has been handled and its progress stored.
   * @throws Error when the consumer is closed before that.
   */
  async until(ends: Offsets): Promise<void> {
    while (!this.has(ends)) {
      if (this.closed) throw new Error(`consumer ${this.group} of ${this.topic} is closed`);
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  progress(ends: Offsets): ConsumerProgress {
    const { group, topic } = this;
    const total = ends.reduce((sum, end) => sum + end, 0);
    const done = ends.reduce((sum, end, p) => sum + Math.min(end, this.next[p] ?? 0), 0);
    return { group, topic, done, total };
  }

  private wake(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }
}
