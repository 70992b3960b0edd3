import type { EventMeta, LogEvent, Position } from './event';

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
