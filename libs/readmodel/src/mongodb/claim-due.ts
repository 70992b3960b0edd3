import type { Document } from '../collection';
import type { ClaimQuery } from '../read-model';
import { equalFilter, pageFilter } from './page-filter';
import { byKey, type Stored } from './stored';
import { keyOf, stagesOf } from './update-of';
import type { WriteTarget } from './write-changes';

/** How often a claim looks again because others were faster. */
const ROUNDS = 4;

/**
 * Takes what is due: looks, moves the due time of all that it saw in one bulk, of each provided that it is what was seen, and reads
 * back which bear the stamp of that bulk. Of two that saw the same, one moves it. Whoever got less than it asked for looks again.
 */
export async function claimDue<D extends Document>(
  to: WriteTarget,
  query: ClaimQuery<D>,
): Promise<readonly Stored[]> {
  const { equal, due, now, limit } = query;
  // `below` is exclusive, what is due now is not: no text lies between `now` and `now` + NUL.
  const page = { equal, sort: due, order: 'asc', below: `${now}\0`, limit } as const;
  const { filter, sort } = pageFilter(to.spec, page);
  const taken: Stored[] = [];
  for (let round = 0; round < ROUNDS && taken.length < limit; round += 1) {
    const left = limit - taken.length;
    const seen = await to.run((on) =>
      on.find(filter, { sort, limit: left, projection: { [keyOf(due)]: 1 } }).toArray(),
    );
    if (seen.length === 0) break;
    taken.push(...(await move(to, query, seen)));
    if (seen.length < left) break;
  }
  return taken;
}

/** @returns those that this call moved, as they are now, in the order in which they were seen. */
async function move<D extends Document>(
  to: WriteTarget,
  { equal, due, until }: ClaimQuery<D>,
  seen: readonly Stored[],
): Promise<readonly Stored[]> {
  const key = keyOf(due);
  const stamp = to.stamp();
  const operations = [...seen]
    .sort((a, b) => byKey(String(a._id), String(b._id)))
    .map((stored) => ({
      updateOne: {
        filter: { ...equalFilter(equal), _id: stored._id, [key]: { $eq: stored[key] } },
        update: stagesOf(to.spec, { id: String(stored._id), set: { [due]: until } }, stamp),
      },
    }));
  const { matchedCount } = await to.run((on) => on.bulkWrite(operations, { ordered: false }));
  if (matchedCount === 0) return [];
  const ids = seen.map(({ _id }) => _id);
  // Whoever changed it since then, or stamped it so often that ours is gone, has taken it from us: nothing is lost by that.
  const mine = { _id: { $in: ids }, _w: stamp, [key]: { $eq: until } };
  const moved = await to.run((on) => on.find(mine).toArray());
  const byId = new Map(moved.map((stored) => [stored._id, stored]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
