import type { Document } from '../collection';
import { servingIndex } from '../embedded/serving-index';
import type { TableSpec } from '../embedded/table-spec';
import type { TallyQuery } from '../read-model';
import { equalFilter, scalar } from './page-filter';
import { keyOf } from './update-of';
import type { WriteTarget } from './write-changes';

/** Ranges that are counted at the same time: the connections are for others too. */
const AT_ONCE = 8;

/**
 * Counts each range by a command of its own: the server counts entries of the index then, and no command takes long.
 * @throws Error when no declared index serves it, or a filter is not a scalar.
 */
export async function countRanges<D extends Document>(
  run: WriteTarget['run'],
  spec: TableSpec,
  query: TallyQuery<D>,
): Promise<number[]> {
  const filters = rangeFilters(spec, query);
  const counts: number[] = [];
  while (counts.length < filters.length) {
    const next = filters.slice(counts.length, counts.length + AT_ONCE);
    const counted = next.map((filter) => run((on) => on.countDocuments(filter)));
    counts.push(...(await Promise.all(counted)));
  }
  return counts;
}

function rangeFilters<D extends Document>(
  spec: TableSpec,
  { equal, sort, bounds }: TallyQuery<D>,
): Record<string, unknown>[] {
  servingIndex(spec, { equal, sort });
  const equalities = equalFilter(equal);
  const values = bounds.map(scalar);
  return values.slice(1).map((end, i) => ({
    ...equalities,
    [keyOf(sort)]: { $gte: values[i], $lt: end },
  }));
}
