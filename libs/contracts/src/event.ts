import { refuseNewer } from './newer-fact';
import { parseObservation } from './observation/parse-observation';

/**
 * The envelope of a fact. On Kafka these are CloudEvents 1.0 headers (binary mode); the data is the value.
 */
export interface EventMeta {
  /** Unique per fact; the winner of a race between commands is known by it. */
  readonly id: string;
  /** Past tense: `IssueCreated`. */
  readonly type: string;
  /** Version of the data's schema; older ones are raised on read. */
  readonly schema: number;
  /** RFC 3339, UTC, milliseconds: when the fact was made. */
  readonly time: string;
  /** Who caused it: an id (`token_…`, `agent_…`, `policy_…`) or the name of a service. */
  readonly actor: string;
  /** Id or position of what led to it; null when a person or an agent began it. */
  readonly cause: string | null;
  /**
   * W3C `traceparent` of what led to it, where that is traced. Carried on as far as it costs nothing: by Kafka for as long as the fact
   * is kept, by an embedded log for as long as the fact is in memory.
   */
  readonly traceparent?: string;
}

/** A fact: envelope and data. */
export interface LogEvent<T extends string = string, D = unknown> extends EventMeta {
  readonly type: T;
  readonly data: D;
}

/** Where a fact lies. Offsets increase within a partition and are never reused; they may have gaps. */
export interface Position {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/** What `EventLog.append` takes: the data is JSON text, so that a body can be kept as it came. */
export interface EventToAppend {
  readonly key: string;
  readonly meta: EventMeta;
  readonly json: string;
}

/**
 * The type of what stands for records that lie in the log and cannot be read. In the place of its JSON it says why, so that nobody
 * takes it for a fact: groups park it, followers break by it.
 */
export const UNREADABLE = 'Unreadable';

/** What the log hands out, before it is decoded. */
export interface RawRecord extends EventToAppend {
  readonly position: Position;
}

/** A decoded record. */
export interface Recorded<E extends LogEvent = LogEvent> {
  readonly position: Position;
  readonly key: string;
  readonly event: E;
}

/** `issues/2/17`: sortable only within one partition, unique everywhere. */
export const positionText = (p: Position): string => `${p.topic}/${p.partition}/${p.offset}`;

/** Serialises a fact for the log. */
export function toAppend(key: string, event: LogEvent): EventToAppend {
  const { data, ...meta } = event;
  return { key, meta, json: JSON.stringify(data) };
}

/** Raises data of an older schema version by one version. */
export type Upcast = (data: unknown) => unknown;

/**
 * Upcasts by event type, then by the version they raise from: `{ IssueCreated: { 1: toV2 } }`.
 * A new schema version adds its function here; the log itself is never rewritten.
 */
export const UPCASTS: Readonly<Record<string, Readonly<Record<number, Upcast>>>> = {};

/** How data is parsed of which there is more than of all else. */
const PARSERS: ReadonlyMap<string, (json: string) => unknown> = new Map([
  ['ObservationRecorded', parseObservation],
]);

/** The schema version that data is raised to. */
const newestOf = (ups: (typeof UPCASTS)[string] | undefined): number =>
  ups ? 1 + Math.max(0, ...Object.keys(ups).map(Number)) : 1;

/**
 * Parses a record and raises its data to the current schema version.
 * @throws SyntaxError when the value is not JSON (the record is then parked). Unavailable when newer code wrote it.
 */
export function decode<E extends LogEvent = LogEvent>(
  raw: RawRecord,
  upcasts: typeof UPCASTS = UPCASTS,
): Recorded<E> {
  const { meta, position } = raw;
  const ups = upcasts[meta.type];
  refuseNewer(position.topic, meta, newestOf(ups));
  const { id, type, time, actor, cause } = meta;
  const parse = PARSERS.get(type) ?? JSON.parse;
  let data: unknown = parse(raw.json);
  let { schema } = meta;
  for (let up = ups?.[schema]; up; up = ups?.[schema]) {
    data = up(data);
    schema += 1;
  }
  const event = { id, type, schema, time, actor, cause, data } as E;
  const { traceparent } = meta;
  const traced = traceparent === undefined ? event : { ...event, traceparent };
  return { position, key: raw.key, event: traced };
}
