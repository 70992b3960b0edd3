import type Cluster from 'kafkajs/src/cluster';
import { ask } from './ask';
import { ByteReader } from './byte-reader';
import { ByteWriter } from './byte-writer';

const API = { apiKey: 0, apiVersion: 7, apiName: 'Produce' };
const ALL_REPLICAS = -1;

/** A batch (`encodeBatch`) for one partition; the topic as Kafka calls it. */
export interface ProducePart {
  readonly topic: string;
  readonly partition: number;
  readonly batch: Buffer;
}

/** What Kafka says of one partition. `base` is the offset of the first record; absent or negative when it was not written. */
export interface Produced {
  readonly topic: string;
  readonly partition: number;
  readonly code: number;
  readonly base: number;
}

/**
 * Sends batches to the broker that leads their partitions; answers when all replicas in sync have them, or after `replicasMs`.
 * Each partition has its own code in the answer.
 */
export async function produce(
  broker: Cluster.Broker,
  parts: readonly ProducePart[],
  replicasMs: number,
): Promise<readonly Produced[]> {
  const bytes = encode(parts, replicasMs);
  return ask(broker, { ...API, bytes, decode });
}

function encode(parts: readonly ProducePart[], replicasMs: number): Buffer {
  const size = parts.reduce((sum, { batch }) => sum + batch.length + 64, 256);
  const byTopic = Map.groupBy(parts, (part) => part.topic);
  const to = new ByteWriter(size).text(null).int16(ALL_REPLICAS).int32(replicasMs);
  to.int32(byTopic.size);
  for (const [topic, theirs] of byTopic) {
    to.text(topic).int32(theirs.length);
    for (const { partition, batch } of theirs) to.int32(partition).int32(batch.length).raw(batch);
  }
  return to.written();
}

function decode(bytes: Buffer): readonly Produced[] {
  const from = new ByteReader(bytes);
  const answers = from.array(() => {
    const topic = from.text();
    return from.array(() => {
      const [partition, code, base] = [from.int32(), from.int16(), from.int64()];
      from.skip(16);
      return { topic, partition, code, base };
    });
  });
  return answers.flat();
}
