import { Unavailable } from './errors';
import { decode, type EventMeta, type LogEvent, type Position, type RawRecord } from './event';

/**
 * Topic `parked`, key = source topic: a record that could not be handled, whole, with the reason and where it came from. Of what could
 * not be read (`UNREADABLE`) there is only the reason; of what is too long to be parked, `null`.
 */
export type RecordParked = LogEvent<
  'RecordParked',
  {
    readonly group: string;
    readonly reason: string;
    readonly origin: Position;
    readonly key: string;
    readonly meta: EventMeta;
    readonly json: string;
  }
>;

/** Topic `parked`, key = source topic: an operator had the record appended to its topic again. */
export type ParkedRetried = LogEvent<
  'ParkedRetried',
  {
    /** Id of the `RecordParked`. */
    readonly parked_id: string;
    /** Where the copy lies. */
    readonly position: Position;
  }
>;

/** Topic `parked`, key = source topic: an operator decided that the record will not be handled. */
export type ParkedDropped = LogEvent<
  'ParkedDropped',
  {
    /** Id of the `RecordParked`. */
    readonly parked_id: string;
    /** Why, for those who look later. */
    readonly reason: string;
  }
>;

export type ParkedEvent = RecordParked | ParkedRetried | ParkedDropped;

type Parts = Readonly<Record<string, 'string' | 'number' | 'object'>>;

/** What data of each type cannot be without. */
const WHOLE: Readonly<Record<ParkedEvent['type'], Parts>> = {
  RecordParked: {
    ...{ group: 'string', reason: 'string', key: 'string', json: 'string' },
    ...{ origin: 'object', meta: 'object' },
  },
  ParkedRetried: { parked_id: 'string' },
  ParkedDropped: { parked_id: 'string', reason: 'string' },
};
const ORIGIN: Parts = { topic: 'string', partition: 'number', offset: 'number' };
const META: Parts = { type: 'string' };

/**
 * The fact in a record of topic `parked`; undefined of what somebody else put there or nobody can read, as a tombstone that bears our
 * headers: it hides nothing of the rest.
 * @throws Unavailable when newer code wrote it
 */
export function parkedEventOf(raw: RawRecord): ParkedEvent | undefined {
  if (!Object.hasOwn(WHOLE, raw.meta.type)) return undefined;
  try {
    const { event } = decode<ParkedEvent>(raw);
    return isWhole(event) ? event : undefined;
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return undefined;
  }
}

function isWhole({ type, time, data }: ParkedEvent): boolean {
  if (Number.isNaN(Date.parse(time)) || !has(data, WHOLE[type])) return false;
  return type !== 'RecordParked' || (has(data.origin, ORIGIN) && has(data.meta, META));
}

function has(given: unknown, parts: Parts): boolean {
  if (typeof given !== 'object' || given === null) return false;
  return Object.entries(parts).every(([part, kind]) => {
    const value: unknown = Reflect.get(given, part);
    return typeof value === kind && value !== null;
  });
}
