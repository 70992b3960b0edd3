import { TOPICS } from '@parapet/contracts';
import type { Admin, ITopicConfig } from 'kafkajs';
import { typeOf } from './kafka-errors';
import { MAX_MESSAGE_BYTES } from './append-size';
import type { KafkaEventLogOptions } from './kafka-options';
import type { Names } from './names';
import { KafkaRefusal } from './refusal';

const FOR_EVER = -1;

/**
 * Creates the topics that are missing, unless told to create none. Several processes may do so at once.
 * @returns whether all are there; when not, ask again.
 * @throws KafkaRefusal when a topic has another number of partitions than it must have, or is missing and not to be created.
 */
export async function ensureTopics(
  admin: Admin,
  names: Names,
  options: KafkaEventLogOptions,
): Promise<boolean> {
  const there = await partitionsOf(admin, names);
  for (const [name, count] of there) refuseOther(name, count, names.partitions(name));
  const topics = topicConfigs(names, options).filter(({ topic }) => !there.has(topic));
  if (topics.length === 0) return true;
  if (options.creates === false)
    throw new KafkaRefusal(noHouse(topics.length, options.prefix ?? ''));
  await admin.createTopics({ topics, waitForLeaders: false });
  return false;
}

/** The topics that are there, and how many partitions each has. */
async function partitionsOf(admin: Admin, names: Names): Promise<ReadonlyMap<string, number>> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [...names.topics] });
    return new Map(topics.map((t) => [t.name, t.partitions.length]));
  } catch (error) {
    if (typeOf(error) !== 'UNKNOWN_TOPIC_OR_PARTITION') throw error;
  }
  const there = new Set(await admin.listTopics());
  const topics = names.topics.filter((name) => there.has(name));
  if (topics.length === 0) return new Map();
  const known = await admin.fetchTopicMetadata({ topics });
  return new Map(known.topics.map((t) => [t.name, t.partitions.length]));
}

function noHouse(missing: number, prefix: string): string {
  const named = prefix === '' ? 'without KAFKA_TOPIC_PREFIX' : `with KAFKA_TOPIC_PREFIX=${prefix}`;
  return (
    `There is no house ${named} in this Kafka, for ${missing} of its topics are missing: ` +
    'set that, and KAFKA_BROKERS, as they are set for the services. Where those have not run yet in this version, start them first.'
  );
}

function refuseOther(name: string, has: number, must: number): void {
  if (has === must) return;
  throw new KafkaRefusal(
    `topic ${name} has ${has} partitions but must have ${must}: a key would change its partition; ` +
      'choose another KAFKA_TOPIC_PREFIX or another Kafka',
  );
}

function topicConfigs(
  names: Names,
  { replication = 3, retention = {} }: KafkaEventLogOptions,
): ITopicConfig[] {
  return Object.values(TOPICS).map(({ name, partitions, retentionMs }) => ({
    topic: names.topic(name),
    numPartitions: partitions,
    replicationFactor: replication,
    configEntries: Object.entries({
      'retention.ms': String((name in retention ? retention[name] : retentionMs) ?? FOR_EVER),
      // The time of an event may lie in the past: by it, retention would remove what was just written.
      'message.timestamp.type': 'LogAppendTime',
      'max.message.bytes': String(MAX_MESSAGE_BYTES),
      'min.insync.replicas': String(replication >= 3 ? 2 : 1),
      'unclean.leader.election.enable': 'false',
      'cleanup.policy': 'delete',
      // A broker that compresses by itself may do so in a way that cannot be read here.
      'compression.type': 'producer',
    }).map(([key, value]) => ({ name: key, value })),
  }));
}
