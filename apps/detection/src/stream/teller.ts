import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Position } from '@parapet/contracts';
import type { Desk } from './desk';
import { type Change, Changes, type News } from './news';
import { untilProjected } from './projected';

const AGAIN_MS = 1_000;

/** Tells the changes of one desk in their order, each as soon as it can be read. */
export class Teller {
  private readonly logger = new Logger('stream');
  private readonly waiting = new Changes();
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;

  constructor(
    readonly desk: Desk,
    private readonly publish: (news: readonly News[]) => void,
  ) {}

  /** How many nouns wait to be told of. */
  get behind(): number {
    return this.waiting.size;
  }

  /** Whether all that was noted has been told. */
  get isIdle(): boolean {
    return !this.working && this.waiting.size === 0;
  }

  /** Something happened to a noun; all that is noted before this process does anything else is told at once. */
  note(key: string, place: Pick<Position, 'partition' | 'offset'>): void {
    this.waiting.add(key, place);
    this.working ??= this.work();
  }

  /**
   * What these changes are, once they can be read; null when it stops before, or whoever is to be told of them has gone. Nothing is
   * changed by asking again: whatever is in the way, it is tried until it works.
   */
  async told(changes: readonly Change[], hasGone: () => boolean): Promise<readonly News[] | null> {
    const isOver = (): boolean => this.stopping.signal.aborted || hasGone();
    while (!isOver())
      try {
        return await this.desk.inOneGeneration(() => this.read(changes, isOver));
      } catch (error) {
        this.logger.warn(`${this.desk.topic} cannot be told of yet: ${String(error)}`);
        await pause(AGAIN_MS, undefined, { ref: false });
      }
    return null;
  }

  /** Forgets what waits. */
  clear(): void {
    this.waiting.take();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    await Promise.resolve();
    try {
      while (this.waiting.size > 0) {
        const news = await this.told(this.waiting.take(), () => false);
        if (news === null) return;
        this.publish(news);
      }
    } finally {
      // In the same turn as the last look at what waits: what is noted later begins again.
      this.working = undefined;
    }
  }

  private async read(
    changes: readonly Change[],
    isOver: () => boolean,
  ): Promise<readonly News[] | null> {
    const canRead = await untilProjected(this.desk.progress, changes, isOver);
    return canRead ? this.desk.newsOf(changes) : null;
  }
}
