import { Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import type { AppendGroup, AppendPart } from './append-group';
import type { Breaker } from './breaker';
import { asUnavailable, isReplicaLate, isWrong } from './kafka-errors';
import type { KafkaLink } from './kafka-link';
import { leaderIn } from './leaders';
import type { Names } from './names';
import { errorOfCode } from './wire/error-of-code';
import { produce, type Produced } from './wire/produce';
import { encodeBatch } from './wire/record-batch';

/** How long the leader waits for its replicas; below the 3 s after which nobody waits for it. */
const REPLICAS_MS = 2_500;

/** What a sender needs of the log. */
export interface SenderHouse {
  readonly link: KafkaLink;
  readonly names: Names;
  readonly breaker: Breaker;
}

/**
 * Writes groups, one after the other: one request per leader, acknowledged by all replicas in sync. Never with kafkajs'
 * idempotent producer: it acknowledges batches that were not written. What was sent and not acknowledged may be in the log
 * all the same.
 */
export class Sender {
  constructor(private readonly kafka: SenderHouse) {}

  /** Resolves when each part has its base or its failure. */
  async send(group: AppendGroup): Promise<void> {
    const parts = [...group.parts.values()];
    try {
      await this.kafka.breaker.guard('an append', () =>
        this.kafka.link.insist((cluster) => this.sendOnce(cluster, unsent(parts))),
      );
    } catch (error) {
      for (const part of unsent(parts)) part.failure ??= asError(error);
    }
  }

  private async sendOnce(cluster: Cluster, parts: readonly AppendPart[]): Promise<void> {
    const byLeader = Map.groupBy(parts, (part) =>
      leaderIn(cluster, this.kafka.names.topic(part.topic), part.partition),
    );
    const sent = [...byLeader].map(([leader, theirs]) =>
      leader instanceof Error ? unled(leader, theirs) : this.sendTo(cluster, leader, theirs),
    );
    const failed = (await Promise.allSettled(sent)).filter((s) => s.status === 'rejected');
    if (failed[0]) throw failed[0].reason;
  }

  private async sendTo(
    cluster: Cluster,
    nodeId: number,
    parts: readonly AppendPart[],
  ): Promise<void> {
    const broker = await cluster.findBroker({ nodeId });
    const now = Date.now();
    const batches = parts.map(({ topic, partition, tails }) => ({
      topic: this.kafka.names.topic(topic),
      partition,
      batch: encodeBatch(tails, now),
    }));
    const answers = await produce(broker, batches, REPLICAS_MS);
    const errors = parts.map((part) => settle(part, this.kafka.names.topic(part.topic), answers));
    const again = errors.find((error) => error !== undefined);
    if (again) throw again;
  }
}

/**
 * Rule 1: a partition that is missing in the answer, or has no offset there, is not written.
 * @returns the error when it is worth another try
 */
export function settle(
  part: AppendPart,
  kafkaTopic: string,
  answers: readonly Produced[],
): Error | undefined {
  const answer = answers.find((a) => a.topic === kafkaTopic && a.partition === part.partition);
  const error = errorOfCode(answer?.code ?? 0);
  if (error && isWrong(error)) part.failure = error;
  else if (error && isReplicaLate(error)) part.failure = asUnavailable(error);
  else if (error) return error;
  else if (answer && answer.base >= 0) part.base = answer.base;
  else part.failure = new Unavailable(`Kafka told no offset for ${kafkaTopic}/${part.partition}`);
  return undefined;
}

/** What has no leader fails alone. @throws the reason when it is worth another try */
async function unled(reason: Error, parts: readonly AppendPart[]): Promise<void> {
  if (!isWrong(reason)) throw reason;
  for (const part of parts) part.failure = reason;
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

const unsent = (parts: readonly AppendPart[]): readonly AppendPart[] =>
  parts.filter((part) => part.base === undefined && part.failure === undefined);
