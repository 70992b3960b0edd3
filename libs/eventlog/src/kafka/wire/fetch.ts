import type Cluster from 'kafkajs/src/cluster';
import { ask } from './ask';
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
  /** Bytes; default: `PARTITION_BYTES`. */
  readonly atMost?: number | undefined;
}

/** What came of it. `code` other than 0: Kafka's reason why nothing did. */
export interface Fetched {
  readonly topic: string;
  readonly partition: number;
  readonly code: number;
  readonly bytes: Buffer;
}

/**
 * Asks one broker; it waits up to `waitMs` for the first record. It fills the answer in the order of `wanted`, and only the
 * first partition that has something may bring a batch larger than `PARTITION_BYTES`: who asks for several puts those last that
 * brought something last time.
 */
export async function fetch(
  broker: Cluster.Broker,
  wanted: readonly Wanted[],
  waitMs: number,
): Promise<readonly Fetched[]> {
  const bytes = encode(wanted, waitMs);
  return ask(broker, { ...API, bytes, decode, timeoutMs: waitMs + GRACE_MS });
}

function encode(wanted: readonly Wanted[], waitMs: number): Buffer {
  const runs = runsOf(wanted);
  const to = new ByteWriter()
    .int32(NO_REPLICA)
    .int32(waitMs)
    .int32(ANY_BYTES)
    .int32(ANSWER_BYTES)
    .int8(UNCOMMITTED)
    .int32(NO_SESSION)
    .int32(NO_EPOCH)
    .int32(runs.length);
  for (const run of runs) {
    to.text(run[0].topic).int32(run.length);
    for (const { partition, from, atMost = PARTITION_BYTES } of run)
      to.int32(partition).int32(NO_EPOCH).int64(from).int64(-1).int32(atMost);
  }
  return to.int32(0).text('').written();
}

/** What belongs to one topic and follows one another: a topic may come more than once, so that the order is kept. */
function runsOf(wanted: readonly Wanted[]): readonly [Wanted, ...Wanted[]][] {
  const runs: [Wanted, ...Wanted[]][] = [];
  for (const one of wanted) {
    const last = runs.at(-1);
    if (last?.[0].topic === one.topic) last.push(one);
    else runs.push([one]);
  }
  return runs;
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
