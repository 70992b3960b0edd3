import type { Collection } from 'mongodb';
import type { Document } from '../collection';
import type { TableSpec } from '../embedded/table-spec';
import type { ClaimQuery } from '../read-model';
import { equalFilter, pageFilter } from './page-filter';
import type { Stored } from './stored';
import { keyOf, stagesOf } from './update-of';

/** How often a claim looks again because others were faster. */
const ROUNDS = 4;

/** Sends one command. */
export type Run = <T>(command: (on: Collection<Stored>) => Promise<T>) => Promise<T>;

/**
 * Takes what is due: looks, then moves each document's due time by itself, provided that it is what was seen. Of two that saw the
 * same, one moves it. Whoever got less than it asked for looks again.
 */
export async function claimDue<D extends Document>(
  run: Run,
  spec: TableSpec,
  query: ClaimQuery<D>,
): Promise<Stored[]> {
  const { equal, due, now, limit } = query;
  // `below` is exclusive, what is due now is not: no text lies between `now` and `now` + NUL.
  const find = pageFilter(spec, { equal, sort: due, order: 'asc', below: `${now}\0`, limit });
  const taken: Stored[] = [];
  for (let round = 0; round < ROUNDS && taken.length < limit; round += 1) {
    const left = limit - taken.length;
    const seen = await run((on) => on.find(find.filter).sort(find.sort).limit(left).toArray());
    if (seen.length === 0) break;
    const moved = await Promise.all(seen.map((stored) => move(run, spec, query, stored)));
    taken.push(...moved.flatMap((stored) => stored ?? []));
    if (taken.length === limit || seen.length < left) break;
  }
  return taken;
}

function move<D extends Document>(
  run: Run,
  spec: TableSpec,
  { equal, due, until }: ClaimQuery<D>,
  { _id, ...seen }: Stored,
): Promise<Stored | null> {
  const key = keyOf(due);
  const filter = { ...equalFilter(equal), _id, [key]: { $eq: seen[key] } };
  const update = stagesOf(spec, { id: String(_id), set: { [due]: until } }, '');
  return run((on) => on.findOneAndUpdate(filter, update, { returnDocument: 'after' }));
}
