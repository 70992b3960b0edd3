import { Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import { errorOfCode } from './wire/error-of-code';

/** The broker that leads a partition, by what was told; the reason when there is none, which holds for it alone. */
export function leaderAmong(
  told: Cluster.Metadata | null | undefined,
  topic: string,
  partition: number,
): number | Error {
  const known = told?.topicMetadata.find((t) => t.topic === topic);
  const refused = errorOfCode(known?.topicErrorCode ?? 0);
  if (refused) return refused;
  const found = known?.partitionMetadata.find((p) => p.partitionId === partition);
  if (found && found.leader >= 0) return found.leader;
  return new Unavailable(`Kafka is away: ${topic}/${partition} has no leader`);
}

/** As `leaderAmong`, by what a cluster was told. */
export const leaderIn = (cluster: Cluster, topic: string, partition: number): number | Error =>
  leaderAmong(cluster.brokerPool.metadata, topic, partition);

/** As `leaderIn`. @throws Unavailable when no broker leads the partition, or what Kafka says of its topic */
export function leaderOf(cluster: Cluster, topic: string, partition: number): number {
  const leader = leaderIn(cluster, topic, partition);
  if (leader instanceof Error) throw leader;
  return leader;
}

/** Kafka itself answers also when somebody has removed a topic, or does not let this process have it any more. @throws Unavailable, which names it */
export function refuseWithout(
  told: Cluster.Metadata | null | undefined,
  topics: readonly string[],
): void {
  for (const { topic, topicErrorCode } of told?.topicMetadata ?? []) {
    const refused = topics.includes(topic) && errorOfCode(topicErrorCode);
    if (refused) throw new Unavailable(`Kafka does not have topic ${topic}: ${refused.message}`);
  }
}
