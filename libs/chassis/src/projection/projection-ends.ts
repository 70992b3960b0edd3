import type { ConsumerSpec, EventLog } from '@parapet/eventlog';
import { ProjectionEnd } from './projection-end';
import type { Projections } from './projections';

/** One projection, and whether it has come to the end of its topic as it was asked. */
export interface NamedEnd {
  readonly group: string;
  readonly topic: ConsumerSpec['topic'];
  readonly end: ProjectionEnd;
}

/** The ends of all these projections' topics as they are now. @throws Unavailable when the log is away */
export async function projectionEnds(
  log: EventLog,
  projections: Projections,
  specs: readonly ConsumerSpec[],
): Promise<readonly NamedEnd[]> {
  return Promise.all(
    specs
      .filter(({ kind }) => kind === 'projection')
      .map(async ({ group, topic }) => {
        const progress = projections.of(group, topic);
        const ends = await log.ends(topic);
        return { group, topic, end: new ProjectionEnd(log, { progress, topic, ends }) };
      }),
  );
}
