import { type RawQuery, timeBuckets, type TimeBuckets, type TimeSpan } from '@parapet/chassis';
import { VERDICTS } from '@parapet/contracts';
import type { Collection, ReadModel, TallyQuery } from '@parapet/readmodel';
import { isInEachVerdict, type ObservationDocument } from './observation.collection';
import { type ObservationFilters, observationFilters } from './observation-filters';
import type { ObservationSummaryView } from './observation-summary.http';
import { sortableTime } from './record-observation';

type Tally = TallyQuery<ObservationDocument>;

const HOUR_MS = 3_600_000;

/**
 * Counts the observations that the filters let through: all of them, and those of each bucket. Without `since` those of the last hour.
 * @param now milliseconds since 1970. @throws Problem when a filter is not valid.
 */
export async function summariseObservations(
  store: ReadModel,
  collection: Collection<ObservationDocument>,
  query: RawQuery,
  now: number,
): Promise<ObservationSummaryView> {
  const { equal, ...span } = observationFilters(query);
  const { edges, times, ...shown } = timeBuckets(span, now, HOUR_MS);
  const counts = times.map(() => 0);
  let total = 0;
  for (const tally of talliesOf(equal, boundsOf(span, edges))) {
    const [before = 0, ...rest] = await store.tally(collection, tally);
    total += rest.reduce((sum, count) => sum + count, before);
    times.forEach((_, i) => (counts[i] = (counts[i] ?? 0) + (rest[i] ?? 0)));
  }
  const buckets = times.map((time, i) => ({ time, count: counts[i] ?? 0 }));
  return { total, histogram: { ...shown, buckets } };
}

/** The edges of the buckets, and around them what is asked for besides: what is too old for them, and what is dated ahead. */
function boundsOf({ since, until }: TimeSpan, edges: TimeBuckets['edges']): readonly string[] {
  const [first = 0n, last = first] = [edges[0], edges.at(-1)];
  const begin = since === undefined ? first : since + 1n;
  const end = until === undefined ? BEYOND : textOf(until < last ? last : until + 1n);
  return [...[begin, ...edges].map(textOf), end];
}

/** Above the time of every observation. */
const BEYOND = '~';

const textOf = (ns: bigint): string => (ns < 0n ? '' : sortableTime(ns));

/** One for each index that has some of what is asked. */
function talliesOf(
  equal: ObservationFilters['equal'],
  bounds: readonly string[],
): readonly Tally[] {
  const all = isInEachVerdict(equal) ? VERDICTS.map((verdict) => ({ ...equal, verdict })) : [equal];
  return all.map((one) => ({ equal: one, sort: 'at', bounds }));
}
