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

interface OnePartition {
  readonly partition: number;
}

/** Next offset to be written, per partition. @throws Unavailable */
export const askEnds = (house: OffsetHouse, topic: Topic): Promise<Offsets> =>
  ask(house, topic, partitionsOf(house.names, house.names.topic(topic)), false);

/** Next offset to be written to one partition, whoever leads the others. @throws Unavailable */
export const askEnd = (house: OffsetHouse, topic: Topic, partition: number): Promise<number> =>
  askOne(house, topic, partition, false);

/** The first record that is there, and where the partition ends. @throws Unavailable */
export async function askOffsets(
  house: OffsetHouse,
  topic: Topic,
  partition: number,
): Promise<{ readonly first: number; readonly end: number }> {
  const [first, end] = await Promise.all([
    askOne(house, topic, partition, true),
    askOne(house, topic, partition, false),
  ]);
  return { first, end };
}

async function askOne(
  house: OffsetHouse,
  topic: Topic,
  partition: number,
  fromBeginning: boolean,
): Promise<number> {
  const [offset] = await ask(house, topic, [{ partition }], fromBeginning);
  return offset ?? 0;
}

/** @returns in the order of these partitions */
async function ask(
  { link, names }: OffsetHouse,
  topic: Topic,
  partitions: readonly OnePartition[],
  fromBeginning: boolean,
): Promise<Offsets> {
  const name = names.topic(topic);
  const answer = await link.insist(async (cluster) => {
    refuseUnled(cluster, name, partitions);
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
  for (const { topic, partitions } of topics) refuseUnled(cluster, topic, partitions);
  await cluster.fetchTopicsOffset(topics);
}

/** kafkajs would leave out what it does not know, and ask nobody in the name of a leader that there is not. */
function refuseUnled(cluster: Cluster, topic: string, partitions: readonly OnePartition[]): void {
  for (const { partition } of partitions) leaderOf(cluster, topic, partition);
}

const partitionsOf = (names: Names, topic: string): readonly OnePartition[] =>
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
