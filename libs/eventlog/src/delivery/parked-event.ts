import {
  digest,
  type EventToAppend,
  isoTime,
  positionText,
  type RawRecord,
  type RecordParked,
  toAppend,
} from '@parapet/contracts';

const REASON_LENGTH = 2_000;

/**
 * The fact that a group could not handle a record: the whole record, why, and where it came from. Its id is derived, so that
 * parking again after a crash can be told from parking another record.
 */
export function parkedEvent(
  record: RawRecord,
  group: string,
  reason: string,
  nowMs: number,
): EventToAppend {
  const origin = positionText(record.position);
  const event: RecordParked = {
    id: digest(['RecordParked', group, origin]),
    type: 'RecordParked',
    schema: 1,
    time: isoTime(nowMs),
    actor: group,
    cause: origin,
    data: {
      group,
      reason: reason.slice(0, REASON_LENGTH),
      origin: record.position,
      key: record.key,
      meta: record.meta,
      json: record.json,
    },
  };
  return toAppend(record.position.topic, event);
}
