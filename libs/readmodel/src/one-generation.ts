import { Unavailable } from '@parapet/contracts';
import type { Collection, Document } from './collection';
import type { ReadModel } from './read-model';

/** The one generation of a store that knows none. */
const ONLY = 'only';

/** Names the generation of derived documents that this client answers from. No round trip. */
export const generationOf = ({ generations }: Pick<ReadModel, 'generations'>): string =>
  generations?.current() ?? ONLY;

/**
 * Does work that is right only if every document it reads of a collection is of one generation and none was dropped meanwhile: a
 * reactor that found nothing, because the documents went while it looked, would have missed it for ever.
 * @throws Unavailable when that was not so: the work is to be done again.
 */
export async function inOneGeneration<T, D extends Document>(
  store: Pick<ReadModel, 'generations' | 'insert'>,
  read: Collection<D>,
  work: () => Promise<T>,
): Promise<T> {
  const began = generationOf(store);
  const result = await work();
  // What was dropped is not heard of at once; an insert, even of nothing, is let through only where all is whole.
  await store.insert(read, []);
  if (generationOf(store) !== began)
    throw new Unavailable('the documents are being made again; what was read of them is void');
  return result;
}
