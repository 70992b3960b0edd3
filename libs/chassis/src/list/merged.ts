import { compare } from '@parapet/contracts';
import type { Place } from './cursor';

/** One of the lists, and what was read of it and not given on. */
interface Head<D> {
  readonly chunks: AsyncIterator<readonly D[]>;
  readonly read: readonly D[];
}

/**
 * Several lists as one, newest first; so is each of them, read in chunks. A chunk is asked for only when the one before it is given on.
 * What moved from one list to another while they were read may be in both: it is given once. It may be in none, too.
 * @param placeOf where a document stands; its texts are ASCII
 */
export async function* merged<D>(
  lists: readonly AsyncIterable<readonly D[]>[],
  placeOf: (document: D) => Place,
): AsyncGenerator<readonly D[]> {
  const newestFirst = (a: D, b: D): number => comparePlaces(placeOf(b), placeOf(a));
  let heads = lists.map((list): Head<D> => ({ chunks: list[Symbol.asyncIterator](), read: [] }));
  for (;;) {
    heads = (await Promise.all(heads.map(filled))).filter(({ read }) => read.length > 0);
    // What one list goes on with is not known behind the end of its chunk: as far as the first end, all are.
    const [end] = heads.flatMap(({ read }) => read.slice(-1)).sort(newestFirst);
    if (end === undefined) return;
    const isKnown = (document: D): boolean => newestFirst(document, end) <= 0;
    const known = heads.flatMap(({ read }) => read.filter(isKnown)).sort(newestFirst);
    yield [...new Map(known.map((document) => [placeOf(document).id, document])).values()];
    heads = heads.map((head) => ({ ...head, read: head.read.filter((d) => !isKnown(d)) }));
  }
}

/** The list with something read, unless it is at its end. */
async function filled<D>({ chunks, read }: Head<D>): Promise<Head<D>> {
  let rest = read;
  while (rest.length === 0) {
    const next = await chunks.next();
    if (next.done) break;
    rest = next.value;
  }
  return { chunks, read: rest };
}

/** Above 0 where the first is newer. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.sort === b.sort) return compare(a.id, b.id);
  return compare(a.sort, b.sort);
}
