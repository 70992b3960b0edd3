import type { Topic } from '@parapet/contracts';
import type { EventLog, Offsets } from '@parapet/eventlog';
import type { ProjectionProgress } from '@parapet/readmodel';

/** Asking the log whether anything is left of a range is dear: after an answer nobody asks again for so long. */
const ASK_AGAIN_MS = 500;
const ASK_AGAIN_AT_MOST_MS = 10_000;

/** What a projection is to reach. */
export interface ProjectionGoal {
  readonly progress: ProjectionProgress;
  readonly topic: Topic;
  /** Next offset per partition: everything below is to be projected. */
  readonly ends: Offsets;
}

/**
 * Knows whether a projection has come to given ends, by the progress that is stored: it does not matter which process
 * projects. What retention removed counts as projected, for it will never be delivered.
 */
export class ProjectionEnd {
  private askAfterMs = ASK_AGAIN_MS;
  private askAt = -Infinity;

  constructor(
    private readonly log: EventLog,
    private readonly goal: ProjectionGoal,
  ) {}

  /** Waits at most about so long per partition. @throws Unavailable when the log or the store is away */
  async reached(patienceMs: number): Promise<boolean> {
    for (const [partition, end] of this.goal.ends.entries())
      if (!(await this.partition(partition, end, patienceMs))) return false;
    return true;
  }

  /** Offsets projected and to project, over all partitions (gaps count). @throws Unavailable */
  async counted(): Promise<{ readonly done: number; readonly total: number }> {
    const { ends, progress } = this.goal;
    const next = await Promise.all(ends.map((_, partition) => progress.next(partition)));
    const done = ends.reduce((sum, end, p) => sum + Math.min(end, next[p] ?? 0), 0);
    return { done, total: ends.reduce((sum, end) => sum + end, 0) };
  }

  /** Whether more is said to be projected than the log has: then it is another log than before. @throws Unavailable */
  async overshot(): Promise<boolean> {
    const { ends, progress, topic } = this.goal;
    const next = await Promise.all(ends.map((_, partition) => progress.next(partition)));
    // Asked afterwards: what was projected meanwhile is in the log by now.
    const now = await this.log.ends(topic);
    return next.some((reached, partition) => reached > (now[partition] ?? 0));
  }

  private async partition(partition: number, end: number, patienceMs: number): Promise<boolean> {
    const { progress } = this.goal;
    const before = await progress.next(partition);
    if (before >= end || (await progress.reached(partition, end - 1, patienceMs))) return true;
    const next = await progress.next(partition);
    return next === before && this.nothingLeft(partition, next);
  }

  private async nothingLeft(partition: number, next: number): Promise<boolean> {
    if (performance.now() < this.askAt) return false;
    const { topic, ends } = this.goal;
    const from = ends.map((end, p) => (p === partition ? next : end));
    for await (const records of this.log.read(topic, from, ends))
      if (records.length > 0) {
        this.askAt = performance.now() + this.askAfterMs;
        this.askAfterMs = Math.min(2 * this.askAfterMs, ASK_AGAIN_AT_MOST_MS);
        return false;
      }
    return true;
  }
}
