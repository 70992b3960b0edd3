import {
  type ParkedDropped,
  type ParkedEvent,
  parkedEventOf,
  type ParkedRetried,
  type Position,
  positionText,
  type RawRecord,
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
  /** When it was last appended again; null while it was not. */
  readonly retried_at: string | null;
  /** When it was decided that it will not be handled; null while it was not. */
  readonly dropped_at: string | null;
  /** Why it was dropped. */
  readonly dropped_because: string | null;
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

/** Nobody has decided yet what becomes of it. */
export const isOpen = ({ retried_at, dropped_at }: ParkedEntry): boolean =>
  retried_at === null && dropped_at === null;

/** What became of a record. */
interface Fate {
  readonly retried?: ParkedRetried | undefined;
  readonly dropped?: ParkedDropped | undefined;
}

function entryOf(event: RecordParked, { retried, dropped }: Fate): ParkedEntry {
  const { group, reason, origin, key, meta, json } = event.data;
  return {
    id: event.id,
    ...{ group, reason, type: meta.type },
    ...{ origin: positionText(origin), position: origin, topic: origin.topic },
    parked_at: event.time,
    goes_at: new Date(Date.parse(event.time) + KEPT_MS).toISOString(),
    retried_at: retried?.time ?? null,
    dropped_at: dropped?.time ?? null,
    dropped_because: dropped?.data.reason ?? null,
    record: { key, meta, json },
  };
}

/**
 * The entries of topic `parked`, oldest first; a record that was parked twice by one group is one entry, as it was the last time, and
 * open again where that was after it was retried. What somebody else put there, or cannot be read, is none.
 */
export function parkedEntries(raws: readonly RawRecord[]): ParkedEntry[] {
  const parked = new Map<string, RecordParked>();
  const fates = new Map<string, Fate>();
  // What was parked and what became of it lie in one partition, in the order in which it was.
  for (const raw of raws) {
    const event = parkedEventOf(raw);
    if (!event) continue;
    const id = event.type === 'RecordParked' ? event.id : event.data.parked_id;
    fates.set(id, fateAfter(event, fates.get(id) ?? {}));
    if (event.type === 'RecordParked') parked.set(id, event);
  }
  const entries = [...parked.values()].map((event) => entryOf(event, fates.get(event.id) ?? {}));
  return entries.sort((a, b) => (a.parked_at < b.parked_at ? -1 : 1));
}

/** A rebuild without the fix parks once more what was retried: it was in vain, and somebody has to decide again. */
function fateAfter(event: ParkedEvent, { dropped, retried }: Fate): Fate {
  if (event.type === 'ParkedRetried') return { dropped, retried: event };
  if (event.type === 'ParkedDropped') return { dropped: event, retried };
  return { dropped };
}
