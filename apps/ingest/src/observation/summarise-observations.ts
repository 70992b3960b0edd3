import { type RawQuery, spanEdges, tallyParts, timeBuckets } from '@parapet/chassis';
import { sortableTime } from '@parapet/contracts';
import type { Collection, ReadModel } from '@parapet/readmodel';
import type { ObservationDocument } from './observation.collection';
import { observationFilters } from './observation-filters';
import type { ObservationSummaryView } from './observation-summary.http';

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
  const { equal, parts, ...span } = observationFilters(query);
  const { edges, times, ...shown } = timeBuckets(span, now, HOUR_MS);
  const bounds = spanEdges(span, edges).map(textOf);
  const counts = await tallyParts(store, collection, { equal, parts, sort: 'at', bounds });
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
