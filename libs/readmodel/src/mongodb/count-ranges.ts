import type { Collection, Filter } from 'mongodb';
import type { Document } from '../collection';
import { servingIndex } from '../embedded/serving-index';
import type { TableSpec } from '../embedded/table-spec';
import type { TallyQuery } from '../read-model';
import { AT_ONCE, type CountBounds } from './count-turns';
import { equalFilter, scalar } from './page-filter';
import type { Stored } from './stored';
import { keyOf } from './update-of';

/**
 * Counts each range by a command of its own: the server counts entries of the index then. No tally has more than its turns, so that
 * a short one does not wait for all of a long one.
 * @throws Error when no declared index serves it, or a filter is not a scalar.
 */
export async function countRanges<D extends Document>(
  count: (filter: Filter<Stored>) => Promise<number>,
  spec: TableSpec,
  query: TallyQuery<D>,
): Promise<number[]> {
  const filters = rangeFilters(spec, query);
  const counts: number[] = [];
  while (counts.length < filters.length) {
    const next = filters.slice(counts.length, counts.length + AT_ONCE);
    counts.push(...(await Promise.all(next.map(count))));
  }
  return counts;
}

function rangeFilters<D extends Document>(
  spec: TableSpec,
  { equal, sort, bounds }: TallyQuery<D>,
): Filter<Stored>[] {
  servingIndex(spec, { equal, sort });
  const equalities = equalFilter(equal);
  const values = bounds.map(scalar);
  return values.slice(1).map((end, i) => ({
    ...equalities,
    [keyOf(sort)]: { $gte: values[i], $lt: end },
  }));
}

/** Counts what passes the filter. `countDocuments` cannot be given up in the middle. */
export async function countOf(
  on: Collection<Stored>,
  filter: Filter<Stored>,
  bounds: CountBounds,
): Promise<number> {
  // Of a cursor that is made later than that, and never begins, the driver does not let go.
  bounds.signal.throwIfAborted();
  const pipeline = [{ $match: filter }, { $group: { _id: null, n: { $sum: 1 } } }];
  const [counted] = await on.aggregate<{ n: number }>(pipeline, { ...bounds }).toArray();
  return counted?.n ?? 0;
}
