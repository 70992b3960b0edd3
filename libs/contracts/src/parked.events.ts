import type { EventMeta, LogEvent, Position } from './event';

/** Topic `parked`, key = source topic: a record that could not be handled, whole, with the reason and where it came from. */
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
