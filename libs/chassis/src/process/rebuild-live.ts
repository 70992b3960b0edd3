import type { Generations, ReadModel } from '@parapet/readmodel';
import { LogMarks } from '../projection/log-marks';
import { ahead, projectionEnds } from '../projection/projection-ends';
import { Projections } from '../projection/projections';
import { openDocuments } from '../storage/open-documents';
import { CannotRebuildLive } from './cannot-rebuild-live';
import { systemClock } from './clock';
import { Metrics } from './metrics';
import type { RebuildOf } from './rebuild';
import { startWithoutServing, type Workshop } from './start-without-serving';
import { PACE, type Pace, Takeover } from './takeover';

/**
 * Makes all documents again beside those that are answered from, and then puts them in their place (`exactness.md`, rule 18). It
 * reads the log beside the consumers of the house and runs no reactor. Until the moment of the change the house answers as before; then
 * nothing is inserted for a few seconds, and ingest answers 503. Whenever this process is killed, nothing has changed, or all.
 * @throws CannotRebuildLive where documents know no generations, or the new ones cannot take their place: nothing has changed then
 */
export async function rebuildLive(of: RebuildOf): Promise<void> {
  const { module: _, report: __, ...given } = of;
  const front = await openDocuments({ ...given, clock: systemClock, metrics: new Metrics() });
  try {
    if (!front.generations)
      throw new CannotRebuildLive(
        'Embedded documents cannot be made again while they are answered from: stop the house and run it without --live.',
      );
    await makeBeside(front, front.generations, of);
  } finally {
    await front.close();
  }
}

/** Fills a shadow of these documents, and lets it take over. What was made of it is dropped when that fails. */
export async function makeBeside(
  front: ReadModel,
  generations: Generations,
  of: RebuildOf,
  pace: Pace = PACE,
): Promise<void> {
  const shadow = await generations.shadow();
  try {
    const workshop = await startWithoutServing(of.module, of.settings, {
      ...{ documents: shadow, beside: true },
      ...(of.logger && { logger: of.logger }),
      ...(of.signal && { signal: of.signal }),
    });
    try {
      await refuseOtherLog(front, workshop);
      await new Takeover({ workshop, generations, shadow }, of.report, pace).run();
    } finally {
      await workshop.close();
    }
  } catch (error) {
    await generations.discard(shadow);
    throw error;
  }
}

/** Documents of another log would be dropped for those of this one. @throws CannotRebuildLive */
async function refuseOtherLog(
  front: ReadModel,
  { log, consumers }: Pick<Workshop, 'log' | 'consumers'>,
): Promise<void> {
  const inUse = new Projections(front);
  await inUse.onModuleInit();
  const group = await ahead(await projectionEnds(log, inUse, consumers.specs()));
  if (await new LogMarks(log, front).differ())
    throw new CannotRebuildLive(
      'The documents in use are of another house, and were left as they are: are KAFKA_TOPIC_PREFIX and MONGODB_URL as they are set for the services? If they are, run it without --live.',
    );
  if (group !== undefined)
    throw new CannotRebuildLive(
      `The documents in use know more than this log (${group}), and were left as they are: are KAFKA_TOPIC_PREFIX and MONGODB_URL as they are set for the services? Where the log was restored from an older copy, run it without --live.`,
    );
}
