import type { RawRecord, Topic } from '@parapet/contracts';
import type { EventLog, Offsets } from '../event-log';

/** What `read` answers, batch by batch. */
export async function batchesOf(
  log: EventLog,
  topic: Topic,
  from: Offsets,
  to: Offsets,
): Promise<readonly (readonly RawRecord[])[]> {
  const batches: (readonly RawRecord[])[] = [];
  for await (const batch of log.read(topic, from, to)) batches.push(batch);
  return batches;
}

/** Everything in the topic, partition by partition. */
export async function readAll(log: EventLog, topic: Topic): Promise<readonly RawRecord[]> {
  const ends = await log.ends(topic);
  const from = ends.map(() => 0);
  return (await batchesOf(log, topic, from, ends)).flat();
}
