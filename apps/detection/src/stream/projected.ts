import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import type { ProjectionProgress } from '@parapet/readmodel';
import type { Change } from './news';

const AGAIN_MS = 1_000;

/** Resolves when all of the changes can be read, however long that takes; false when nobody needs them any more, which it asks every second. */
export async function untilProjected(
  progress: ProjectionProgress,
  changes: readonly Change[],
  isOver: () => boolean,
): Promise<boolean> {
  const ends = new Map<number, number>();
  for (const { partition, last } of changes)
    ends.set(partition, Math.max(last, ends.get(partition) ?? 0));
  for (const [partition, last] of ends) {
    let done = false;
    while (!done && !isOver()) done = await reached(progress, partition, last);
  }
  return !isOver();
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
