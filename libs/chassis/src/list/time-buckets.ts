import { isoTime } from '@parapet/contracts';

/** What is counted: times after `since` up to `until`, nanoseconds since 1970; open where left out. */
export interface TimeSpan {
  readonly since?: bigint | undefined;
  readonly until?: bigint | undefined;
}

/** A histogram before it is counted: contiguous buckets, each a whole step of UTC. */
export interface TimeBuckets {
  /** ISO: where the first bucket begins and where the last one ends. */
  readonly from: string;
  readonly to: string;
  readonly step_seconds: number;
  /** ISO: where each bucket begins. */
  readonly times: readonly string[];
  /**
   * What each bucket counts: from its edge on (inclusive) to before the next, nanoseconds since 1970. One more than there are
   * buckets; `since` and `until` cut through the outer ones.
   */
  readonly edges: readonly bigint[];
}

const DAY_S = 86_400;
const STEPS_S = [60, 300, 900, 3600, 21_600, DAY_S] as const;
const MOST_BUCKETS = 60;
const NS_PER_S = 1_000_000_000n;

/** Steps of so many seconds, counted from 1970 on: from the first to the last, both inclusive. */
interface Steps {
  readonly seconds: number;
  readonly first: number;
  readonly last: number;
}

/**
 * The buckets of a span, as fine as 60 of them allow. The last one holds `until`, or now if that is earlier. Without `since` they
 * cover the last `usualMs`; of more than 60 days they cover the last 60.
 * @param now milliseconds since 1970
 */
export function timeBuckets(span: TimeSpan, now: number, usualMs: number): TimeBuckets {
  const { seconds, first, last } = stepsOf(span, Math.floor(now / 1000), usualMs / 1000);
  const starts = Array.from({ length: last - first + 2 }, (_, i) => (first + i) * seconds);
  const times = starts.map((start) => isoTime(start * 1000));
  return {
    ...{ from: times[0] ?? '', to: times.at(-1) ?? '', step_seconds: seconds },
    times: times.slice(0, -1),
    edges: starts.map((start) => within(span, BigInt(start) * NS_PER_S)),
  };
}

/** The first time in nanoseconds that is within the span and not before `edge`; where there is none, the end of the span. */
function within({ since, until }: TimeSpan, edge: bigint): bigint {
  const end = until === undefined || edge <= until ? edge : until + 1n;
  return since === undefined || end > since ? end : since + 1n;
}

function stepsOf({ since, until }: TimeSpan, now: number, usual: number): Steps {
  const end = until === undefined ? now : Math.max(0, Math.min(secondOf(until), now));
  const stepsOfLength = (seconds: number): Steps => {
    const last = Math.floor(end / seconds);
    const first =
      since === undefined ? last + 1 - Math.ceil(usual / seconds) : secondOf(since + 1n) / seconds;
    return { seconds, first: Math.min(Math.floor(first), last), last };
  };
  const candidates = STEPS_S.map(stepsOfLength);
  const finest = candidates.find(({ first, last }) => last - first < MOST_BUCKETS);
  return finest ?? newestOf(stepsOfLength(DAY_S));
}

const newestOf = (steps: Steps): Steps => ({ ...steps, first: steps.last + 1 - MOST_BUCKETS });

const secondOf = (ns: bigint): number => Number(ns / NS_PER_S);
