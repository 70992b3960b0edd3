import type { EventLog } from '../event-log';

/** What the suite asks of the adapter it opens. Waits between tries should be a few milliseconds. */
export interface OpenHow {
  /** How many events may wait for a write; default: the adapter's own. */
  readonly waitingItems?: number;
}

/** A log with nothing in it, opened for one test. */
export interface OpenedLog {
  readonly log: EventLog;
  /** Closes it and opens the same data again. Adapters that keep nothing leave it out. */
  readonly reopen?: () => Promise<EventLog>;
  /** Closes and removes everything. */
  close(): Promise<void>;
}

/** What an adapter says of itself; the tests of what it cannot do are not declared. */
export interface LogFeatures {
  /** What was appended is there after closing and opening again. */
  readonly keeps: boolean;
  /** Its write queue is bounded by `OpenHow.waitingItems`. */
  readonly boundedQueue: boolean;
}

/** Opens a log, hands it to the test, closes it whatever happens. */
export type WithLog = (
  test: (log: EventLog, opened: OpenedLog) => Promise<void>,
  how?: OpenHow,
) => Promise<void>;
