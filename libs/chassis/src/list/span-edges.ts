import type { TimeBuckets, TimeSpan } from './time-buckets';

/**
 * The edges between which all of a span is counted: those of its buckets, and one more on either side, for what is older than they
 * are or dated ahead of them. The last one is undefined where the span has no end.
 */
export function spanEdges(
  { since, until }: TimeSpan,
  edges: TimeBuckets['edges'],
): readonly (bigint | undefined)[] {
  const [first = 0n, last = first] = [edges[0], edges.at(-1)];
  const begin = since === undefined ? first : since + 1n;
  if (until === undefined) return [begin, ...edges, undefined];
  return [begin, ...edges, until < last ? last : until + 1n];
}
