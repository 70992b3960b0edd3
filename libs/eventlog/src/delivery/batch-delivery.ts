import { Moved, positionText, type RawRecord, Unavailable } from '@parapet/contracts';
import { type BatchHandler, type BatchInfo, done, type Outcome } from '../event-log';
import { BatchSize } from './batch-size';
import { Backoff, type DeliveryCount, type DeliveryHouse } from './delivery-options';
import { parkedEvent } from './parked-event';
import { persist } from './persist';

/** How often a batch that threw is tried again before it is taken apart. */
const RETRIES = 3;

/** How far a batch came: the first `handled` records are settled, the others come again. */
export interface Delivered {
  readonly handled: number;
  /** Milliseconds until they may; null when nothing asked for a pause. */
  readonly retryAfterMs: number | null;
}

type Tried =
  | { readonly kind: 'answered'; readonly outcomes: readonly Outcome[] | undefined }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What came of the first records of a batch, as many as were handed over at once. */
type Attempt = (Tried & { readonly records: readonly RawRecord[] }) | { readonly kind: 'stopped' };

/**
 * Brings batches of one partition to a handler and keeps the promises of `EventLog.consume`, whatever the adapter:
 * outcomes, pauses while something is unavailable, tries, bisecting, parking.
 */
export class BatchDelivery {
  private readonly size = new BatchSize();

  constructor(
    private readonly handler: BatchHandler,
    private readonly info: BatchInfo,
    private readonly house: DeliveryHouse,
  ) {}

  /**
   * Settles the batch as far as it can; stops early when the consumer is being closed, or when all at once was too much.
   * @throws Moved, and nothing else, when the handler met documents that its progress does not belong to.
   */
  async deliver(records: readonly RawRecord[], retries = RETRIES): Promise<Delivered> {
    if (records.length === 0) return { handled: 0, retryAfterMs: null };
    const attempt = await this.attempt(records, retries);
    if (attempt.kind === 'stopped') return { handled: 0, retryAfterMs: null };
    if (attempt.kind === 'answered') return this.settle(attempt.records, attempt.outcomes);
    return this.takeApart(attempt.records, attempt.error);
  }

  /** Hands the batch over, or its beginning, until that is answered, or has thrown once more than `retries`. */
  private async attempt(batch: readonly RawRecord[], retries: number): Promise<Attempt> {
    const backoff = new Backoff(this.house.delays);
    let failures = 0;
    let paused = false;
    while (!this.info.signal.aborted) {
      const records = this.size.of(batch);
      const tried = await this.sized(records);
      if (tried.kind === 'answered') return { ...tried, records };
      if (tried.error instanceof Moved) throw tried.error;
      if (tried.error instanceof Unavailable) {
        if (!paused) this.sayPaused(tried.error);
        paused = true;
      } else {
        this.sayFailed(records, tried.error);
        if (++failures > retries) return { ...tried, records };
      }
      await backoff.wait(this.info.signal);
    }
    return { kind: 'stopped' };
  }

  /** As `once`; what came of it says how many may be handed over next. */
  private async sized(records: readonly RawRecord[]): Promise<Tried> {
    const began = performance.now();
    const tried = await this.once(records);
    if (tried.kind === 'answered') this.size.wentWell(records.length);
    else if (tried.error instanceof Unavailable)
      this.size.waitedInVain(records.length, performance.now() - began);
    return tried;
  }

  private async once(records: readonly RawRecord[]): Promise<Tried> {
    try {
      const outcomes = (await this.handler(records, this.info)) ?? undefined;
      if (outcomes && outcomes.length !== records.length)
        throw new Error(`${outcomes.length} outcomes answered for ${records.length} records`);
      return { kind: 'answered', outcomes };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /** Halves, in order, down to the one record that cannot be handled: that one is parked. */
  private async takeApart(records: readonly RawRecord[], error: unknown): Promise<Delivered> {
    if (records.length === 1)
      return this.settle(records, [{ kind: 'park', reason: String(error) }]);
    const middle = records.length >> 1;
    const left = await this.deliver(records.slice(0, middle), 0);
    if (left.handled < middle) return left;
    const right = await this.deliver(records.slice(middle), 0);
    return { ...right, handled: middle + right.handled };
  }

  /** Does what the outcomes say, up to the first `retry`; without any, all records are done. */
  private async settle(
    records: readonly RawRecord[],
    outcomes: readonly Outcome[] | undefined,
  ): Promise<Delivered> {
    if (!outcomes) {
      this.count('handled', records.length);
      return { handled: records.length, retryAfterMs: null };
    }
    let retryAfterMs: number | null = null;
    let handled = 0;
    for (const record of records) {
      const outcome = outcomes[handled] ?? done;
      if (outcome.kind === 'retry') {
        this.count('retried', 1);
        retryAfterMs = outcome.afterMs;
        break;
      }
      if (outcome.kind === 'park' && !(await this.park(record, outcome.reason))) break;
      if (outcome.kind === 'skip') this.count('skipped', 1);
      handled += 1;
    }
    const well = outcomes.slice(0, handled).filter((o) => o.kind === 'done').length;
    if (well > 0) this.count('handled', well);
    return { handled, retryAfterMs };
  }

  /** @returns false when the consumer was closed before the record was safe. */
  private async park(record: RawRecord, reason: string): Promise<boolean> {
    const { group, signal } = this.info;
    this.house.logger.error(
      { group, position: positionText(record.position), event: record.meta.id, reason },
      'a record could not be handled and is parked',
    );
    // What lies in `parked` already is kept; parking it again would never end.
    if (record.position.topic !== 'parked') {
      const event = parkedEvent(record, group, reason, this.house.now());
      const parked = await persist(() => this.house.park(event), 'parking', this.house, signal);
      if (!parked) return false;
    }
    this.count('parked', 1);
    return true;
  }

  private sayPaused(error: Unavailable): void {
    const { group, topic, partition } = this.info;
    this.count('paused', 1);
    this.house.logger.warn(
      { group, topic, partition, reason: error.message },
      'something is unavailable: the partition waits',
    );
  }

  private sayFailed(records: readonly RawRecord[], error: unknown): void {
    const { group, topic, partition } = this.info;
    this.count('failed', 1);
    const first = records[0]?.position.offset;
    this.house.logger.error(
      { err: error, group, topic, partition, first, records: records.length },
      'a handler failed: the batch is tried again, then taken apart',
    );
  }

  private count(what: DeliveryCount, n: number): void {
    this.house.observer.count(what, this.info, n);
  }
}
