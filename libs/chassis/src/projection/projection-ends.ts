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

/** Which of them says that it has more than there is, by its group: behind that nothing would be projected. @throws Unavailable */
export async function ahead(ends: readonly NamedEnd[]): Promise<string | undefined> {
  const overshot = await Promise.all(ends.map(({ end }) => end.overshot()));
  return ends.find((_, i) => overshot[i])?.group;
}

/** What is said of that, and what to do. */
export const knowsMore = (group: string): string =>
  `documents know more than the log, which is another one than before: ${group}. Make them again: npx parapet rebuild`;
