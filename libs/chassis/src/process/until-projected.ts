import { setTimeout as after } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Unavailable } from '@parapet/contracts';
import type { ConsumerProgress } from '@parapet/eventlog';
import { type NamedEnd, projectionEnds } from '../projection/projection-ends';
import { Projections } from '../projection/projections';
import type { Workshop } from './start-without-serving';

/** Hears about once a second how far each projection is. */
export type ReportProgress = (progress: readonly ConsumerProgress[]) => void;

/** What is asked how far its projections are. */
export type Projecting = Pick<Workshop, 'app' | 'log' | 'consumers'>;

const TELL_MS = 1_000;
/** Between two tries to ask a log or a store that is away. */
const REST_MS = 1_000;

const logger = new Logger('rebuild');

const counted = ({ group, topic, end }: NamedEnd): Promise<ConsumerProgress> =>
  end.counted().then((count) => ({ group, topic, ...count }));

/**
 * Waits until every projection has what is in the log now, whichever process projects it. The consumers of the workshop must be
 * running.
 * @returns false when that took longer than `withinMs`
 * @throws Unavailable when the log or the store is away
 */
export async function projectedWithin(
  { app, log, consumers }: Projecting,
  report: ReportProgress,
  withinMs: number,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  const ends = await projectionEnds(log, app.get(Projections), consumers.specs());
  let told = -Infinity;
  const tell = async (): Promise<void> => {
    told = performance.now();
    report(await Promise.all(ends.map(counted)));
  };
  for (const { end } of ends)
    while (!(await end.reached(TELL_MS / 4))) {
      if (performance.now() >= deadline) return false;
      if (performance.now() - told >= TELL_MS) await tell();
    }
  await tell();
  return true;
}

/** As `projectedWithin`, for as long as it takes: a log or a store that is away is waited for, as its projections do. */
export async function untilProjected(
  projecting: Projecting,
  report: ReportProgress,
): Promise<void> {
  await untilAnswered(() => projectedWithin(projecting, report, Infinity));
}

/** Asks until nothing of what answers is away. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (err) {
      if (!(err instanceof Unavailable)) throw err;
      if (tries === 1) logger.warn({ err, msg: 'something is away: waiting for it' });
      await after(REST_MS);
    }
  }
}
