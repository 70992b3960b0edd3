import type { ConsumerProgress } from '@parapet/eventlog';
import { type NamedEnd, projectionEnds } from '../projection/projection-ends';
import { Projections } from '../projection/projections';
import type { Workshop } from './start-without-serving';

/** Hears about once a second how far each projection is. */
export type ReportProgress = (progress: readonly ConsumerProgress[]) => void;

const TELL_MS = 1_000;

const counted = ({ group, topic, end }: NamedEnd): Promise<ConsumerProgress> =>
  end.counted().then((count) => ({ group, topic, ...count }));

/**
 * Resolves when every projection has what is in the log now, whichever process projects it. The consumers of the workshop
 * must be running. @throws Unavailable when the log or the store is away
 */
export async function untilProjected(
  { app, log, consumers }: Pick<Workshop, 'app' | 'log' | 'consumers'>,
  report: ReportProgress,
): Promise<void> {
  const ends = await projectionEnds(log, app.get(Projections), consumers.specs());
  let told = -Infinity;
  const tell = async (): Promise<void> => {
    told = performance.now();
    report(await Promise.all(ends.map(counted)));
  };
  for (const { end } of ends)
    while (!(await end.reached(TELL_MS / 4))) if (performance.now() - told >= TELL_MS) await tell();
  await tell();
}
