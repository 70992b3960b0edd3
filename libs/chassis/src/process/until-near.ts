import { CannotRebuildLive } from './cannot-rebuild-live';
import { type Projecting, type ReportProgress, untilProjected } from './until-projected';

/** How near the end of the log is near. */
export interface Nearness {
  /** What caught up in so short a time is near. */
  readonly nearMs: number;
  /** What gets no nearer than this is not put in the place of anything; what does, in the end is. */
  readonly farMs: number;
  /** After so many rounds in succession that took no less than the shortest before it gets no nearer. */
  readonly rounds: number;
}

/**
 * Projects to the end of the log, over and over, until that takes so little that the rest can be done while nothing is taken in. A log that
 * grows as fast as it is read keeps it away from its end, however often it goes there.
 * @throws CannotRebuildLive then
 */
export async function untilNear(
  projecting: Projecting,
  report: ReportProgress,
  { nearMs, farMs, rounds }: Nearness,
): Promise<void> {
  let [shortest, inVain] = [Infinity, 0];
  while (inVain < rounds) {
    const began = performance.now();
    await untilProjected(projecting, report);
    const tookMs = performance.now() - began;
    if (tookMs < nearMs) return;
    inVain = tookMs < shortest ? 0 : inVain + 1;
    shortest = Math.min(shortest, tookMs);
  }
  if (shortest >= farMs)
    throw new CannotRebuildLive(
      'The log grows as fast as it is read: the new documents did not come near its end, and nothing was changed. Run it again when less is sent, or where the command has more of a processor and MongoDB more room.',
    );
}
