import { Unavailable } from '@parapet/contracts';
import { Backoff, type Delays } from '../delivery/delivery-options';
import { AWAY } from './kafka-errors';
import { TooLate, within } from './within';

/** How long a request may wait for Kafka. */
const PATIENCE_MS = 3_000;

const PROBES: Delays = { firstMs: 50, maxMs: 500 };

/** How a breaker waits; replaced by tests. */
export interface BreakerClock {
  readonly patienceMs: number;
  readonly backoff: () => { wait(signal: AbortSignal): Promise<void> };
}

const REAL: BreakerClock = { patienceMs: PATIENCE_MS, backoff: () => new Backoff(PROBES) };

/**
 * Answers at once while Kafka is away. The first request that meets a Kafka that does not answer waits, at most 3 s; from
 * then on all are refused within a moment, until a probe in the background has had an answer. Why, is what the last probe met:
 * connections break first, and only the next ones find out that nobody is let in any more.
 */
export class Breaker {
  private broken: string | undefined;
  /** Every reason of this outage. */
  private readonly reasons = new Set<string>();
  private readonly stop = new AbortController();
  private well = Promise.withResolvers<void>();

  constructor(
    private readonly probe: () => Promise<void>,
    /** Hears each reason once an outage, and undefined when it is over. */
    private readonly onChange: (away: string | undefined) => void = () => undefined,
    private readonly clock: BreakerClock = REAL,
  ) {}

  /**
   * Breaks only when no answer came in time: one that says that a partition is not ready is an answer.
   * @throws Unavailable at once while Kafka is away; else what `work` throws.
   */
  async guard<T>(what: string, work: () => Promise<T>): Promise<T> {
    this.check();
    try {
      return await within(this.clock.patienceMs, what, work());
    } catch (error) {
      if (error instanceof TooLate) this.trip(error.message);
      throw error;
    }
  }

  /** Why Kafka is away; undefined while it is not. */
  get away(): string | undefined {
    return this.broken;
  }

  /** @throws Unavailable while Kafka is away. */
  check(): void {
    if (this.broken !== undefined) throw new Unavailable(this.broken, 1, { told: AWAY });
  }

  /** Resolves when Kafka answers (at once while it does), when `signal` aborts, or when the breaker is closed. */
  async mended(signal: AbortSignal): Promise<void> {
    if (this.broken === undefined || signal.aborted) return;
    const aborted = Promise.withResolvers<void>();
    const abort = (): void => aborted.resolve();
    signal.addEventListener('abort', abort, { once: true });
    await Promise.race([this.well.promise, aborted.promise]);
    signal.removeEventListener('abort', abort);
  }

  /** Says that Kafka does not answer. */
  trip(why: string): void {
    if (this.broken !== undefined || this.stop.signal.aborted) return;
    this.well = Promise.withResolvers();
    this.because(why);
    void this.untilAnswered();
  }

  /** Probes no more. */
  close(): void {
    this.stop.abort();
    this.well.resolve();
  }

  private async untilAnswered(): Promise<void> {
    const backoff = this.clock.backoff();
    while (!this.stop.signal.aborted) {
      await backoff.wait(this.stop.signal);
      if (this.stop.signal.aborted || !(await this.answers())) continue;
      this.broken = undefined;
      this.reasons.clear();
      this.well.resolve();
      this.onChange(undefined);
      return;
    }
  }

  private async answers(): Promise<boolean> {
    try {
      await within(this.clock.patienceMs, 'a probe', this.probe());
      return true;
    } catch (error) {
      if (error instanceof Unavailable && !this.stop.signal.aborted) this.because(error.message);
      return false;
    }
  }

  private because(why: string): void {
    this.broken = why;
    if (this.reasons.has(why)) return;
    this.reasons.add(why);
    this.onChange(why);
  }
}
