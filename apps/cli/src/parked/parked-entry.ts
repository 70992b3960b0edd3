import {
  decode,
  type ParkedEvent,
  type ParkedRetried,
  type Position,
  positionText,
  type RawRecord,
  type Recorded,
  type RecordParked,
  TOPICS,
} from '@parapet/contracts';

/** A record that could not be handled, and what became of it. */
export interface ParkedEntry {
  /** Id of the fact that it was parked. */
  readonly id: string;
  readonly group: string;
  /** `issues/2/17`: where it lies in its topic. */
  readonly origin: string;
  readonly position: Position;
  readonly topic: string;
  /** Type of the record. */
  readonly type: string;
  readonly reason: string;
  /** RFC 3339. */
  readonly parked_at: string;
  /** When retention removes it from the list. */
  readonly goes_at: string;
  /** When it was last appended again; null while it is open. */
  readonly retried_at: string | null;
  /** As it is appended again. */
  readonly record: {
    readonly key: string;
    readonly meta: RecordParked['data']['meta'];
    readonly json: string;
  };
}

const DAY = 86_400_000;
const KEPT_MS = TOPICS.parked.retentionMs;
/** How long parked records are kept, for people. */
export const KEPT_DAYS = KEPT_MS / DAY;

const isParked = (r: Recorded<ParkedEvent>): r is Recorded<RecordParked> =>
  r.event.type === 'RecordParked';
const isRetried = (r: Recorded<ParkedEvent>): r is Recorded<ParkedRetried> =>
  r.event.type === 'ParkedRetried';

function entryOf(event: RecordParked, retried: string | undefined): ParkedEntry {
  const { group, reason, origin, key, meta, json } = event.data;
  return {
    id: event.id,
    ...{ group, reason, type: meta.type },
    ...{ origin: positionText(origin), position: origin, topic: origin.topic },
    parked_at: event.time,
    goes_at: new Date(Date.parse(event.time) + KEPT_MS).toISOString(),
    retried_at: retried ?? null,
    record: { key, meta, json },
  };
}

/** The entries of topic `parked`, oldest first; a record that was parked twice by one group is one entry. */
export function parkedEntries(raws: readonly RawRecord[]): ParkedEntry[] {
  const records = raws.map((raw) => decode<ParkedEvent>(raw));
  const retried = new Map<string, string>();
  for (const { event } of records.filter(isRetried)) retried.set(event.data.parked_id, event.time);
  const entries = new Map<string, ParkedEntry>();
  for (const { event } of records.filter(isParked))
    if (!entries.has(event.id)) entries.set(event.id, entryOf(event, retried.get(event.id)));
  return [...entries.values()].sort((a, b) => (a.parked_at < b.parked_at ? -1 : 1));
}
