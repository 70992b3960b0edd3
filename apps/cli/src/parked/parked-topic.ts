import {
  envelope,
  eventId,
  isoTime,
  type ParkedDropped,
  type ParkedRetried,
  type RawRecord,
  toAppend,
  type Topic,
  TOPICS,
} from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import { type ParkedEntry, parkedEntries } from './parked-entry';
import { whyNotRetried } from './why-not-retried';

/** Every entry that is kept. @throws Unavailable */
export async function readParked(log: EventLog): Promise<ParkedEntry[]> {
  const ends = await log.ends('parked');
  const raws: RawRecord[] = [];
  const start = ends.map(() => 0);
  for await (const records of log.read('parked', start, ends)) raws.push(...records);
  return parkedEntries(raws);
}

/**
 * Appends the record to its topic again, and then the fact that it was. Every consumer of the topic sees it once more, which changes
 * nothing for those that had handled it. If this process ends in between, the entry stays open.
 * @returns null, or why nothing is appended: see `whyNotRetried`.
 * @throws Unavailable
 */
export async function retryParked(
  log: EventLog,
  entry: ParkedEntry,
  now: number,
): Promise<string | null> {
  const topic = topicOf(entry);
  const why = await whyNotRetried(log, topic, entry);
  if (why !== null) return why;
  const [position] = await log.append(topic, [again(entry.record, topic, now)]);
  if (!position) throw new Error('the log answered no position');
  const origin = { id: eventId(), time: isoTime(now), actor: 'parapet', cause: entry.id };
  const fact: ParkedRetried = {
    ...envelope('ParkedRetried', origin),
    data: { parked_id: entry.id, position },
  };
  await log.append('parked', [toAppend(topic, fact)]);
  return null;
}

/**
 * An observation has the time of now: by its own, the embedded log would remove one that lay here for longer than observations are kept
 * before anybody reads it. When it was received, it says itself.
 */
function again(record: ParkedEntry['record'], topic: Topic, now: number): ParkedEntry['record'] {
  if (topic !== 'observations') return record;
  return { ...record, meta: { ...record.meta, time: isoTime(now) } };
}

/** Appends the fact that this record will not be handled, and why. It stays where it is until retention removes it. @throws Unavailable */
export async function dropParked(
  log: EventLog,
  entry: ParkedEntry,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  const origin = { id: eventId(), time: isoTime(now), actor: 'parapet', cause: entry.id };
  const fact: ParkedDropped = {
    ...envelope('ParkedDropped', origin),
    data: { parked_id: entry.id, reason },
  };
  await log.append('parked', [toAppend(entry.topic, fact)]);
}

function topicOf({ id, topic }: ParkedEntry): Topic {
  const known = Object.keys(TOPICS).find((name) => name === topic);
  if (known === undefined) throw new Error(`${id} came from topic ${topic}, which is no more.`);
  return known as Topic;
}
