import type { Document, Scalar } from '../collection';
import { servingIndex } from '../embedded/serving-index';
import type { TableSpec } from '../embedded/table-spec';
import type { PageQuery } from '../read-model';
import { keyOf } from './update-of';

/** A page as the driver asks for it. */
export interface Find {
  readonly filter: Record<string, unknown>;
  readonly sort: Record<string, 1 | -1>;
  readonly limit: number;
}

/**
 * One range of one declared index, in its order.
 * @throws Error when no declared index serves it, or a filter is not a scalar.
 */
export function pageFilter<D extends Document>(spec: TableSpec, query: PageQuery<D>): Find {
  servingIndex(spec, query);
  const { sort, order = 'desc', limit } = query;
  const key = keyOf(sort);
  const direction = order === 'desc' ? -1 : 1;
  return {
    filter: { ...equalFilter(query.equal), ...range(key, query, direction) },
    sort: key === '_id' ? { _id: direction } : { [key]: direction, _id: direction },
    limit,
  };
}

/** The equality part of a filter: scalars only. */
export function equalFilter(equal: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(equal).map(([field, value]) => [keyOf(field), { $eq: scalar(value) }]),
  );
}

function range<D extends Document>(
  key: string,
  { above, below, after, without = [] }: PageQuery<D>,
  direction: 1 | -1,
): Record<string, unknown> {
  const bounds: Record<string, unknown>[] = [];
  if (above !== undefined) bounds.push({ [key]: { $gt: scalar(above) } });
  if (below !== undefined) bounds.push({ [key]: { $lt: scalar(below) } });
  if (after) bounds.push(...behind(key, after, direction));
  // A bound is of a type and leaves out what is not; without any, null must be kept out.
  if (bounds.length === 0)
    bounds.push(key === '_id' ? { _id: { $gte: '' } } : { [key]: { $ne: null } });
  if (without.length > 0) bounds.push({ _id: { $nin: without } });
  return { $and: bounds };
}

/** Behind the last item seen: from its place in the index on, stepping over those beside it that have been seen. */
function behind(
  key: string,
  { sort, id }: { readonly sort: Scalar; readonly id: string },
  direction: 1 | -1,
): Record<string, unknown>[] {
  const beyond = direction === -1 ? '$lt' : '$gt';
  if (key === '_id') return [{ _id: { [beyond]: id } }];
  return [
    { [key]: { [`${beyond}e`]: scalar(sort) } },
    { $or: [{ [key]: { [beyond]: scalar(sort) } }, { _id: { [beyond]: id } }] },
  ];
}

/** @throws Error for what could be read as an operator. */
export function scalar(value: unknown): Scalar {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new Error(`a filter needs a string, a number or a boolean, not ${String(value)}`);
}
