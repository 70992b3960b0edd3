import { Projections, type Workshop } from '@parapet/chassis';
import { type Topic, TOPICS } from '@parapet/contracts';
import type { ConsumerSpec, Offsets } from '@parapet/eventlog';

/** How far one consumer of a topic is behind. */
interface GroupLag {
  readonly group: string;
  readonly kind: ConsumerSpec['kind'];
  /** Next offset to be handled, per partition. */
  readonly next: Offsets;
  /** Records between that and the end (gaps, and what retention has removed, count). */
  readonly lag: number;
}

export interface TopicState {
  readonly topic: Topic;
  /** Next offset to be written, per partition. */
  readonly ends: Offsets;
  readonly groups: readonly GroupLag[];
}

/** Every topic, with those who consume it. @throws Unavailable */
export async function topicStates(
  house: Pick<Workshop, 'app' | 'log' | 'consumers'>,
): Promise<TopicState[]> {
  const specs = house.consumers.specs();
  return Promise.all(
    (Object.keys(TOPICS) as Topic[]).map(async (topic) => {
      // Before the ends: a group never looks ahead of its topic.
      const mine = specs.filter((s) => s.topic === topic);
      const nexts = await Promise.all(mine.map((spec) => nextOf(house, spec)));
      const ends = await house.log.ends(topic);
      const groups = mine.map(({ group, kind }, i) => ({
        ...{ group, kind, next: nexts[i] ?? [] },
        lag: ends.reduce((sum, end, p) => sum + Math.max(0, end - (nexts[i]?.[p] ?? 0)), 0),
      }));
      return { topic, ends, groups };
    }),
  );
}

/** Reactors' progress lies with the log, that of projections beside their documents. */
function nextOf(
  { app, log }: Pick<Workshop, 'app' | 'log'>,
  { kind, topic, group }: ConsumerSpec,
): Promise<Offsets> {
  if (kind === 'reactor') return log.committed(topic, group);
  const progress = app.get(Projections).of(group, topic);
  const partitions = Array.from({ length: TOPICS[topic].partitions }, (_, p) => p);
  return Promise.all(partitions.map((partition) => progress.next(partition)));
}
