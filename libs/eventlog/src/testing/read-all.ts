import type { RawRecord, Topic } from '@parapet/contracts';
import type { EventLog, Offsets } from '../event-log';

/** What `read` answers, batch by batch, each record as a plain object. */
export async function batchesOf(
  log: EventLog,
  topic: Topic,
  from: Offsets,
  to: Offsets,
): Promise<readonly (readonly RawRecord[])[]> {
  const batches: (readonly RawRecord[])[] = [];
  for await (const batch of log.read(topic, from, to)) batches.push(batch.map(plain));
  return batches;
}

const plain = ({ position, key, meta, json }: RawRecord): RawRecord => ({
  ...{ position, key, meta, json },
});

/** Everything in the topic, partition by partition. */
export async function readAll(log: EventLog, topic: Topic): Promise<readonly RawRecord[]> {
  const ends = await log.ends(topic);
  const from = ends.map(() => 0);
  return (await batchesOf(log, topic, from, ends)).flat();
}
