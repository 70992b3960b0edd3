import { type RawRecord, Unavailable } from '@parapet/contracts';
import { Backoff, type Delays } from '../delivery/delivery-options';
import type { PartitionRecords } from '../delivery/partition-loop';

/** Together about 2 s: as long as a new leader may need to learn what the old one has already told. */
const AGAIN: Delays = { firstMs: 20, maxMs: 250 };
const TRIES = 10;

/** Reads one stretch of a partition; `next` is `from` while there is nothing yet. */
export type RangeStep = (from: number) => Promise<PartitionRecords>;

/** What is read, and how a reader waits for what is not there yet; replaced by tests. */
export interface Range {
  /** What is read, in words. */
  readonly what: string;
  readonly from: number;
  /** Exclusive; at most what the end of the log once was. */
  readonly to: number;
  readonly backoff?: () => { wait(signal: AbortSignal): Promise<void> };
}

const { signal: NEVER } = new AbortController();

/**
 * Reads up to `to`, whatever lies in between. Nothing where something must be is not the end: right after a change of leaders
 * the new one hands out less than was told to be there. Whoever took it for the end would believe that nothing is left.
 * @throws Unavailable when it stays so
 */
export async function* readRange(
  range: Range,
  step: RangeStep,
): AsyncIterable<readonly RawRecord[]> {
  const begin = range.backoff ?? ((): Backoff => new Backoff(AGAIN));
  let backoff = begin();
  let tries = 0;
  for (let next = range.from; next < range.to;) {
    const batch = await step(next);
    if (batch.records.length > 0) yield batch.records;
    if (batch.next > next) {
      next = batch.next;
      [tries, backoff] = [0, begin()];
    } else if (++tries === TRIES) throw missing(range, next);
    else await backoff.wait(NEVER);
  }
}

const missing = ({ what, to }: Range, next: number): Unavailable =>
  new Unavailable(`Kafka is away: ${what} ends at ${next} for now, but was told to end at ${to}`);
