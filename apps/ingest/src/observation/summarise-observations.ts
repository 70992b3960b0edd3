import { type RawQuery, spanEdges, timeBuckets } from '@parapet/chassis';
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
  const bounds = spanEdges(span, edges).map(textOf);
  const tallied: (readonly number[])[] = [];
  for (const tally of talliesOf(equal, bounds)) tallied.push(await store.tally(collection, tally));
  const counts = bounds.slice(1).map((_, i) => sum(tallied.map((each) => each[i] ?? 0)));
  const buckets = times.map((time, i) => ({ time, count: counts[i + 1] ?? 0 }));
  return { total: sum(counts), histogram: { ...shown, buckets } };
}

const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

/** Above the time of every observation. */
const BEYOND = '~';

function textOf(ns: bigint | undefined): string {
  if (ns === undefined) return BEYOND;
  return ns < 0n ? '' : sortableTime(ns);
}

/** One for each index that has some of what is asked. */
function talliesOf(
  equal: ObservationFilters['equal'],
  bounds: readonly string[],
): readonly Tally[] {
  const all = isInEachVerdict(equal) ? VERDICTS.map((verdict) => ({ ...equal, verdict })) : [equal];
  return all.map((one) => ({ equal: one, sort: 'at', bounds }));
}
