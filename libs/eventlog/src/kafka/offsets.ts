import { type Topic, Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import type { Offsets } from '../event-log';
import type { KafkaLink } from './kafka-link';
import { leaderOf } from './leaders';
import type { Names } from './names';

interface OffsetHouse {
  readonly link: KafkaLink;
  readonly names: Names;
}

/** Next offset to be written, per partition. @throws Unavailable */
export const askEnds = (house: OffsetHouse, topic: Topic): Promise<Offsets> =>
  ask(house, topic, false);

/** The first record that is there, and where the partition ends. @throws Unavailable */
export async function askOffsets(
  house: OffsetHouse,
  topic: Topic,
  partition: number,
): Promise<{ readonly first: number; readonly end: number }> {
  const [firsts, ends] = await Promise.all([ask(house, topic, true), ask(house, topic, false)]);
  return { first: firsts[partition] ?? 0, end: ends[partition] ?? 0 };
}

async function ask(
  { link, names }: OffsetHouse,
  topic: Topic,
  fromBeginning: boolean,
): Promise<Offsets> {
  const name = names.topic(topic);
  const partitions = partitionsOf(names, name);
  const answer = await link.insist(async (cluster) => {
    refuseUnled(cluster, names, name);
    return cluster.fetchTopicsOffset([{ topic: name, partitions, fromBeginning }]);
  });
  const told = new Map(
    answer.flatMap((t) => t.partitions).map((p) => [p.partition, Number(p.offset)]),
  );
  return partitions.map(({ partition }) => {
    const offset = told.get(partition);
    if (offset === undefined) throw new Unavailable(`Kafka told no offset of ${name}/${partition}`);
    return offset;
  });
}

/** Asks each leader of each topic. @throws when one does not know that it is the leader */
export async function allEnds(cluster: Cluster, names: Names): Promise<void> {
  const topics = names.topics.map((topic) => ({
    topic,
    partitions: partitionsOf(names, topic),
    fromBeginning: false,
  }));
  for (const { topic } of topics) refuseUnled(cluster, names, topic);
  await cluster.fetchTopicsOffset(topics);
}

/** kafkajs would leave out what it does not know, and ask nobody in the name of a leader that there is not. */
function refuseUnled(cluster: Cluster, names: Names, topic: string): void {
  for (const { partition } of partitionsOf(names, topic)) leaderOf(cluster, topic, partition);
}

const partitionsOf = (names: Names, topic: string): readonly { readonly partition: number }[] =>
  Array.from({ length: names.partitions(topic) }, (_, partition) => ({ partition }));

/** Marks progress that is kept elsewhere and stored with the group only so that its lag can be watched. */
export const WATCHED = 'kept beside the documents';

/** What a group has stored: next offset to read, per partition; 0 where it has stored nothing. @throws Unavailable */
export async function askCommitted(
  { link, names }: OffsetHouse,
  topic: Topic,
  group: string,
): Promise<Offsets> {
  const name = names.topic(topic);
  const groupId = names.group(group);
  const partitions = partitionsOf(names, name);
  const answer = await link.insist(async (cluster) => {
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    return coordinator.offsetFetch({ groupId, topics: [{ topic: name, partitions }] });
  });
  const stored = answer.responses.flatMap((r) => (r.topic === name ? r.partitions : []));
  return partitions.map(({ partition }) => {
    const found = stored.find((p) => p.partition === partition);
    return found && found.metadata !== WATCHED ? Math.max(0, Number(found.offset)) : 0;
  });
}
