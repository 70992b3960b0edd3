import type { Generations } from '@parapet/readmodel';
import { openDocuments } from '../storage/open-documents';
import { systemClock } from './clock';
import { Metrics } from './metrics';
import type { RebuildOf } from './rebuild';
import { startWithoutServing, type Workshop } from './start-without-serving';
import { untilProjected } from './until-projected';

/** The shadow is near when it caught up in so short a time; what is left is done while nothing is taken in. */
const NEAR_MS = 1_000;
/** After so many rounds the log grows as fast as it is read: the rest is done while nothing is taken in. */
const ROUNDS = 10;

/** Says what must be done instead. */
export class CannotRebuildLive extends Error {
  override readonly name = 'CannotRebuildLive';
  constructor() {
    super(
      'Embedded documents cannot be made again while they are answered from: stop the house and run it without --live.',
    );
  }
}

/**
 * Makes all documents again beside those that are answered from, and then puts them in their place (`exactness.md`, rule 18). It
 * reads the log beside the consumers of the house and runs no reactor. Until the moment of the change the house answers as before; then
 * nothing is inserted for a few seconds, and ingest answers 503. Whenever this process is killed, nothing has changed, or all.
 * @throws CannotRebuildLive where documents know no generations
 */
export async function rebuildLive(of: RebuildOf): Promise<void> {
  const { module: _, report: __, ...given } = of;
  const front = await openDocuments({ ...given, clock: systemClock, metrics: new Metrics() });
  try {
    if (!front.generations) throw new CannotRebuildLive();
    await makeBeside(front.generations, of);
  } finally {
    await front.close();
  }
}

/** Fills a shadow of these generations, and lets it take over. */
export async function makeBeside(generations: Generations, of: RebuildOf): Promise<void> {
  const shadow = await generations.shadow();
  const workshop = await startWithoutServing(of.module, of.settings, {
    ...{ documents: shadow, beside: true },
    ...(of.logger && { logger: of.logger }),
    ...(of.signal && { signal: of.signal }),
  });
  try {
    await workshop.consume();
    await untilNear(workshop, of);
    await generations.adopt(shadow, async () => {
      await untilProjected(workshop, of.report);
      // Once these documents are answered from, the consumers of the house go on from the progress that is stored in them.
      await workshop.consumers.close();
    });
  } finally {
    await workshop.close();
  }
}

async function untilNear(workshop: Workshop, { report }: RebuildOf): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await untilProjected(workshop, report);
    if (performance.now() - began < NEAR_MS) return;
  }
}
