import { Unavailable } from '@parapet/contracts';
import type { Change, Collection, Document, ReadModel } from '@parapet/readmodel';

/** A document that says which event was folded into it last. */
type Folded = Document & { readonly applied: number };

/**
 * Lets a change apply only if what is stored is still what was read: a document of this offset, or none. (A guard is not asked where a
 * document is missing, so one that no document passes means "none".)
 */
export const asRead = (was: Folded | undefined): { field: 'applied' } & Bound =>
  was ? { field: 'applied', equals: was.applied } : { field: 'applied', below: -1 };
type Bound = { readonly equals: number } | { readonly below: number };

/**
 * Stores what a batch was folded into. A partition may have two holders for a moment; where the other one was faster, what was folded
 * here began at a state that is no more, and this batch must be folded again from what is stored now.
 * @param changes each guarded by `asRead`.
 * @throws Unavailable when the batch must come again
 */
export async function writeFolded<D extends Document>(
  store: ReadModel,
  into: Collection<D>,
  changes: readonly Change<D>[],
): Promise<void> {
  if (changes.length === 0) return;
  const written = await store.write(into, changes);
  if (written.includes('unchanged'))
    throw new Unavailable(`${into.name}: another holder of the partition was faster`);
}
