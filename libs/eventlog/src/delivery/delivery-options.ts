import { setTimeout as after } from 'node:timers/promises';
import type { EventToAppend } from '@parapet/contracts';
import type { BatchInfo } from '../event-log';

/** What can happen to records on their way to a handler; counted for metrics. */
export type DeliveryCount =
  'handled' | 'skipped' | 'retried' | 'parked' | 'failed' | 'paused' | 'lost';

/**
 * Hears what happens to records. `failed` counts tries of a batch that threw, `paused` the pauses because something was
 * unavailable, `lost` the offsets that retention removed before they were handled; the others count records. Must not throw.
 */
export interface DeliveryObserver {
  count(what: DeliveryCount, info: Pick<BatchInfo, 'group' | 'topic'>, count: number): void;
}

/** What the log says to people. Fits pino: fields first. */
export interface DeliveryLogger {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Waits between tries: `firstMs`, doubling up to `maxMs`. */
export interface Delays {
  readonly firstMs: number;
  readonly maxMs: number;
}

export const DELAYS: Delays = { firstMs: 100, maxMs: 5_000 };

/** What delivering needs besides the handler. */
export interface DeliveryHouse {
  readonly delays: Delays;
  readonly logger: DeliveryLogger;
  readonly observer: DeliveryObserver;
  /** Appends to topic `parked`. */
  park(event: EventToAppend): Promise<unknown>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The waits of one difficulty, one after the other. */
export class Backoff {
  private next: number;

  constructor(
    private readonly delays: Delays,
    private readonly sleep = pause,
  ) {
    this.next = delays.firstMs;
  }

  /** Waits for the next delay, or until `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = this.next;
    this.next = Math.min(ms * 2, this.delays.maxMs);
    await this.sleep(ms, signal);
  }
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await after(ms, undefined, { signal }).catch(() => undefined);
}
