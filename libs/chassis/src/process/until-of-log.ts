import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
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
 * Resolves when no documents know more than the log. Before that nothing may be consumed or taken in: the log would grow past them, and then
 * nobody could tell any more that they lack what is new. @throws Unavailable; the reason of `signal`
 */
export async function untilOfLog(
  { log, store, projections, consumers }: ReplayedFrom,
  { signal, waiting }: OfLogWait,
): Promise<void> {
  const logger = new Logger('process');
  for (let said = ''; !store.isOutdated;) {
    const more = await ahead(await projectionEnds(log, projections, consumers.specs()));
    if (more === undefined) break;
    const reason = knowsMore(more);
    if (said !== reason) logger.error(`cannot serve: ${reason}`);
    said = reason;
    waiting?.('projections', reason);
    await pause(AGAIN_MS, undefined, signal && { signal });
  }
  waiting?.('projections', null);
}
