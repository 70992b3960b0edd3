import type { Topic } from '@parapet/contracts';
import {
  type Delays,
  DELAYS,
  type DeliveryHouse,
  type DeliveryLogger,
  type DeliveryObserver,
} from './delivery/delivery-options';
import { QUEUE_LIMITS, type QueueLimits } from './writing/group-queue';

/** Milliseconds that a topic's records are kept; null means for ever. Topics not named keep what `TOPICS` says. */
export type RetentionOverrides = Partial<Readonly<Record<Topic, number | null>>>;

/** What every log can be told when it is opened, wherever it keeps its records. */
export interface LogOptions {
  readonly retention?: RetentionOverrides;
  /** Default: the console. */
  readonly logger?: DeliveryLogger;
  /** Default: nobody counts. */
  readonly observer?: DeliveryObserver;
  /** Waits between tries of a consumer. Default: 100 ms doubling to 5 s. */
  readonly delays?: Delays;
  /** Bounds of the write queue; what is not named keeps its default. */
  readonly queue?: Partial<QueueLimits>;
  /**
   * Milliseconds since 1970; for the time of parked records, and for retention where the log itself removes. Default: the machine's
   * clock.
   */
  readonly now?: () => number;
}

/** What every log needs besides its records. */
export interface LogHow extends Omit<DeliveryHouse, 'park'> {
  readonly limits: QueueLimits;
}

/** The options, with the defaults of what is not named. */
export const howOf = (options: LogOptions): LogHow => ({
  delays: options.delays ?? DELAYS,
  logger: options.logger ?? toConsole,
  observer: options.observer ?? { count: () => undefined },
  now: options.now ?? Date.now,
  limits: { ...QUEUE_LIMITS, ...options.queue },
});

/** Throws where nobody catches, which ends the process unless it handles uncaught exceptions. */
export const endProcess = (error: Error): void => {
  setImmediate(() => {
    throw error;
  });
};

const toConsole: DeliveryLogger = {
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};
