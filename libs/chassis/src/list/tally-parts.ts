import type { Collection, Document, ReadModel, TallyQuery } from '@parapet/readmodel';

/**
 * Counts the items of a list that is made of `parts` (`ListSpec`) in each range of `bounds`. One part after the other: whoever else
 * asks has a turn between them.
 */
export async function tallyParts<D extends Document>(
  store: ReadModel,
  collection: Collection<D>,
  { parts, ...query }: TallyQuery<D> & { readonly parts: readonly TallyQuery<D>['equal'][] },
): Promise<readonly number[]> {
  const sums = query.bounds.slice(1).map(() => 0);
  for (const part of parts) {
    const counts = await store.tally(collection, { ...query, equal: { ...query.equal, ...part } });
    counts.forEach((count, i) => (sums[i] = (sums[i] ?? 0) + count));
  }
  return sums;
}
