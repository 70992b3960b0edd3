import { type CountHistogramView, timeBuckets, type TimeSpan } from '@parapet/chassis';
import { sortableTime } from '@parapet/contracts';
import type { Collection, ReadModel } from '@parapet/readmodel';
import type { OccurrenceDocument } from '../issue/issue.collection';

/** What there is to count, and from which moment on (nanoseconds since 1970). */
export interface CountedOccurrences {
  readonly collection: Collection<OccurrenceDocument>;
  readonly issueId: string;
  readonly keptFrom: bigint;
}

/** As occurrences have their time. @param ns nanoseconds since 1970 */
const sortable = (ns: bigint): string => sortableTime(ns < 0n ? 0n : ns);

/**
 * Counts the observations of an issue by their own time; without `since` from the first one on that is kept.
 * @param now milliseconds since 1970
 */
export async function countOverTime(
  store: ReadModel,
  { collection, issueId, keptFrom }: CountedOccurrences,
  { since, until }: TimeSpan,
  now: number,
): Promise<CountHistogramView> {
  const query = { equal: { issue_id: issueId }, sort: 'at' } as const;
  const from = since === undefined || since < keptFrom ? keptFrom : since;
  const above = sortable(from);
  const [first] = await store.page(collection, { ...query, above, order: 'asc', limit: 1 });
  const begin = since === undefined && first ? BigInt(first.at) - 1n : from;
  const { times, edges, ...shown } = timeBuckets({ since: begin, until }, now, 0);
  const counts = await store.tally(collection, { ...query, bounds: edges.map(sortable) });
  return { ...shown, buckets: times.map((time, i) => ({ time, count: counts[i] ?? 0 })) };
}
