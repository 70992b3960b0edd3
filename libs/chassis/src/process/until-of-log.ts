import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { LogMarks, OTHER_HOUSE } from '../projection/log-marks';
import { ahead, knowsMore, projectionEnds } from '../projection/projection-ends';
import type { ReplayedFrom } from './replay';

const AGAIN_MS = 1_000;

/** How somebody waits for documents of this log. */
interface OfLogWait {
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Hears what is being waited for, and null when that is there. */
  readonly waiting?: (what: 'projections', reason: string | null) => void;
}

/**
 * Resolves when no documents know more than the log, and none are of another house. Before that nothing may be consumed or taken
 * in: the log would grow past them, and then nobody could tell any more that they lack what is new. @throws Unavailable; the reason of `signal`
 */
export async function untilOfLog(
  from: ReplayedFrom,
  { signal, waiting }: OfLogWait,
): Promise<void> {
  const logger = new Logger('process');
  for (let said = ''; !from.store.isOutdated;) {
    const reason = await notOfLog(from);
    if (reason === undefined) break;
    if (said !== reason) logger.error(`cannot serve: ${reason}`);
    said = reason;
    waiting?.('projections', reason);
    await pause(AGAIN_MS, undefined, signal && { signal });
  }
  waiting?.('projections', null);
}

/** Why the documents are not of this log; where they are it is noted. */
async function notOfLog(from: ReplayedFrom): Promise<string | undefined> {
  const { log, store, projections, consumers } = from;
  const more = await ahead(await projectionEnds(log, projections, consumers.specs()));
  if (more !== undefined) return knowsMore(more);
  const marks = new LogMarks(log, store);
  if (await marks.differ()) return OTHER_HOUSE;
  await marks.note();
  return undefined;
}
