import {
  type EventMeta,
  type EventToAppend,
  isoTime,
  type Position,
  type RawRecord,
  STRANGER,
  UNREADABLE,
} from '@parapet/contracts';
import type { ByteWriter } from './wire/byte-writer';
import type { WireRecord } from './wire/fetched-records';
import { HeaderNames } from './wire/header-names';
import { encodeRecord, type RecordTail } from './wire/record-batch';

/** What `decodeEvent` looks at. */
export const EVENT_HEADERS = new HeaderNames([
  ...['ce_id', 'ce_type', 'ce_schemaversion', 'ce_time', 'ce_actor', 'ce_cause', 'traceparent'],
]);

/**
 * Encodes an event as a record of Kafka: CloudEvents 1.0, Kafka protocol binding, binary mode. Attributes are headers named
 * `ce_…` in UTF-8; the value is the data. `schemaversion`, `actor` and `cause` are extension attributes; no cause, no header. `traceparent`
 * is named as others read it of any record. `source` is a path that names the topic: with the id it tells every fact from every other.
 */
export const encodeEvent = ({ key, meta, json }: EventToAppend, topic: string): RecordTail =>
  encodeRecord(key, json, (to) => writeHeaders(to, meta, topic));

function writeHeaders(to: ByteWriter, meta: EventMeta, topic: string): void {
  const { cause, traceparent } = meta;
  to.varint(8 + (cause === null ? 0 : 1) + (traceparent === undefined ? 0 : 1));
  to.vartext('ce_specversion').vartext('1.0');
  to.vartext('ce_id').vartext(meta.id);
  to.vartext('ce_source').vartext(`/parapet/${topic}`);
  to.vartext('ce_type').vartext(meta.type);
  to.vartext('ce_time').vartext(meta.time);
  to.vartext('ce_schemaversion').vartext(String(meta.schema));
  to.vartext('ce_actor').vartext(meta.actor);
  if (cause !== null) to.vartext('ce_cause').vartext(cause);
  if (traceparent !== undefined) to.vartext('traceparent').vartext(traceparent);
  to.vartext('content-type').vartext('application/json');
}

/** The last moment whose year has four digits; others may give a record any time that an integer can be. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Makes what is handed out of a record of Kafka, read with `EVENT_HEADERS`. What others put into the topic without our headers is handed out too, as an
 * event of type `Unknown`: its readers decide. What could not be read is of type `Unreadable`, and says why in the place of its JSON.
 */
export function decodeEvent(record: WireRecord, topic: string, partition: number): RawRecord {
  const position = { topic, partition, offset: record.offset };
  return {
    position,
    key: record.key ?? '',
    meta: metaOf(record, position),
    json: record.unreadable ?? record.value ?? 'null',
  };
}

function metaOf({ headers, timestamp, unreadable }: WireRecord, position: Position): EventMeta {
  const [id, type, schema, time, actor, cause, traceparent] = headers;
  const { topic, partition, offset } = position;
  const meta = {
    id: id ?? `${topic}/${partition}/${offset}`,
    type: unreadable === undefined ? (type ?? 'Unknown') : UNREADABLE,
    schema: Number(schema ?? 1),
    time: time ?? isoTime(Math.min(Math.max(0, timestamp), LAST_MS)),
    actor: actor ?? STRANGER,
    cause: cause ?? null,
  };
  return traceparent ? { ...meta, traceparent } : meta;
}
