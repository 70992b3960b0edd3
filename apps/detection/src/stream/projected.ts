import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import type { ProjectionProgress } from '@parapet/readmodel';
import type { Change } from './news';

const AGAIN_MS = 1_000;

/** Resolves when all of the changes can be read, however long that takes; false when `stop` aborted before. */
export async function untilProjected(
  progress: ProjectionProgress,
  changes: readonly Change[],
  stop: AbortSignal,
): Promise<boolean> {
  const ends = new Map<number, number>();
  for (const { partition, last } of changes)
    ends.set(partition, Math.max(last, ends.get(partition) ?? 0));
  for (const [partition, last] of ends)
    while (!stop.aborted && !(await reached(progress, partition, last)))
      if (stop.aborted) return false;
  return !stop.aborted;
}

async function reached(progress: ProjectionProgress, partition: number, offset: number) {
  try {
    return await progress.reached(partition, offset, AGAIN_MS);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    await pause(AGAIN_MS, undefined, { ref: false });
    return false;
  }
}
