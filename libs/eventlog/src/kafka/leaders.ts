import { Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';

/** The broker that leads a partition, by what is known of the cluster. @throws Unavailable when none does. */
export function leaderOf(cluster: Cluster, topic: string, partition: number): number {
  const known = cluster.findTopicPartitionMetadata(topic);
  const leader = known.find((p) => p.partitionId === partition)?.leader ?? -1;
  if (leader < 0) throw new Unavailable(`Kafka is away: ${topic}/${partition} has no leader`);
  return leader;
}
