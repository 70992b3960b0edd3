import type Cluster from 'kafkajs/src/cluster';
import { ByteReader } from './byte-reader';
import { ByteWriter } from './byte-writer';

const API = { apiKey: 1, apiVersion: 11, apiName: 'Fetch' };
const NO_REPLICA = -1;
const ANY_BYTES = 1;
const UNCOMMITTED = 0;
const NO_SESSION = 0;
const NO_EPOCH = -1;
const ANSWER_BYTES = 8 * 1024 * 1024;
const PARTITION_BYTES = 1024 * 1024;
/** What the answer may take beyond the time that the broker holds the request. */
const GRACE_MS = 3_000;

/** One partition of a fetch: its topic as Kafka calls it, and the offset to begin at. */
export interface Wanted {
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
}

/** What came of it. `code` other than 0: Kafka's reason why nothing did. */
export interface Fetched {
  readonly topic: string;
  readonly partition: number;
  readonly code: number;
  readonly bytes: Buffer;
}

/** Asks one broker; it waits up to `waitMs` for the first record. */
export async function fetch(
  broker: Cluster.Broker,
  wanted: readonly Wanted[],
  waitMs: number,
): Promise<readonly Fetched[]> {
  const bytes = encode(wanted, waitMs);
  return broker.connectionPool.send({
    request: { ...API, encode: async () => ({ buf: bytes, buffer: bytes }) },
    response: { decode: async (answer) => decode(answer), parse: async (decoded) => decoded },
    requestTimeout: waitMs + GRACE_MS,
  });
}

function encode(wanted: readonly Wanted[], waitMs: number): Buffer {
  const byTopic = Map.groupBy(wanted, (w) => w.topic);
  const to = new ByteWriter()
    .int32(NO_REPLICA)
    .int32(waitMs)
    .int32(ANY_BYTES)
    .int32(ANSWER_BYTES)
    .int8(UNCOMMITTED)
    .int32(NO_SESSION)
    .int32(NO_EPOCH)
    .int32(byTopic.size);
  for (const [topic, theirs] of byTopic) {
    to.text(topic).int32(theirs.length);
    for (const { partition, from } of theirs)
      to.int32(partition).int32(NO_EPOCH).int64(from).int64(-1).int32(PARTITION_BYTES);
  }
  return to.int32(0).text('').written();
}

function decode(bytes: Buffer): readonly Fetched[] {
  const from = new ByteReader(bytes);
  from.skip(10);
  const answers = from.array(() => {
    const topic = from.text();
    return from.array(() => {
      const [partition, code] = [from.int32(), from.int16()];
      from.skip(24);
      from.array(() => from.skip(16));
      const length = from.skip(4).int32();
      return { topic, partition, code, bytes: from.raw(length) };
    });
  });
  return answers.flat();
}
