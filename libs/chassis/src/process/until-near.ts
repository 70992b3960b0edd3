import { CannotRebuildLive } from './cannot-rebuild-live';
import { type Projecting, type ReportProgress, untilProjected } from './until-projected';

/** A round that is shorter by less than a tenth may be so by chance. */
const NEARER = 0.9;

/** How near the end of the log is near. */
export interface Nearness {
  /** What caught up in so short a time is near. */
  readonly nearMs: number;
  /** What gets no nearer than this is not put in the place of anything; what does, in the end is. */
  readonly farMs: number;
  /** After so many rounds in succession none of which was shorter by a tenth than any before it gets no nearer. */
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
    if (tookMs < NEARER * shortest) [shortest, inVain] = [tookMs, 0];
    else inVain += 1;
  }
  if (shortest >= farMs)
    throw new CannotRebuildLive(
      'The log grows as fast as it is read: the new documents did not come near its end, and nothing was changed. Run it again when less is sent, or where the command has more of a processor and MongoDB more room.',
    );
}
