import {
  digest,
  type EventMeta,
  type EventToAppend,
  isoTime,
  positionText,
  type RawRecord,
  type RecordParked,
  toAppend,
} from '@parapet/contracts';

const REASON_LENGTH = 2_000;
/** Characters of a key or a header, several times what any of ours has. */
const TEXT_LENGTH = 1_000;
/** Characters, several times what any fact of ours has. Within another fact each may become six bytes: a longer one, no log would take. */
const LONGEST = 1_000_000;

/**
 * The fact that a group could not handle a record: the whole record, why, and where it came from. Its id is derived, so that
 * parking again after a crash can be told from parking another record. What somebody else put there, too long to be parked, is found
 * where it came from for as long as that is kept.
 */
export function parkedEvent(
  record: RawRecord,
  group: string,
  reason: string,
  nowMs: number,
): EventToAppend {
  const origin = positionText(record.position);
  const { length } = record.json;
  const isLong = length > LONGEST;
  const why = reason.slice(0, REASON_LENGTH);
  const event: RecordParked = {
    id: digest(['RecordParked', group, origin]),
    type: 'RecordParked',
    schema: 1,
    time: isoTime(nowMs),
    actor: group,
    cause: origin,
    data: {
      group,
      reason: isLong ? `${why} (its ${length} characters are too many to be parked)` : why,
      origin: record.position,
      key: cut(record.key),
      meta: bounded(record.meta),
      json: isLong ? 'null' : record.json,
    },
  };
  return toAppend(record.position.topic, event);
}

/** Whether a record that was parked may have lost the end of its key or of a header. */
export const isCut = ({ key, meta }: Pick<RawRecord, 'key' | 'meta'>): boolean =>
  [key, ...Object.values(meta)].some((part) => String(part).length >= TEXT_LENGTH);

const cut = (text: string): string => text.slice(0, TEXT_LENGTH);

/** What stands in the headers of somebody else may be as long as his record, and no number where one belongs. */
const bounded = ({ id, type, schema, time, actor, cause }: EventMeta): EventMeta => ({
  id: cut(id),
  type: cut(type),
  schema: Number.isFinite(schema) ? schema : 0,
  time: cut(time),
  actor: cut(actor),
  cause: cause === null ? null : cut(cause),
});
