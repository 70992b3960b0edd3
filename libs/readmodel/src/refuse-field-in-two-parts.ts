import type { Document } from './collection';
import type { Change } from './read-model';

/** @throws Error when a field stands in two parts of a change: which of them counts would be up to the adapter. */
export function refuseFieldInTwoParts({
  insert,
  set,
  unset,
  max,
  min,
  inc,
}: Change<Document & Readonly<Record<string, unknown>>>): void {
  const parts = [insert, set, max, min, inc].map((part) => Object.keys(part ?? {}));
  const seen = new Set<string>();
  for (const field of [...parts, unset ?? []].flat()) {
    if (field === 'id') continue;
    if (seen.has(field)) throw new Error(`the field ${field} stands in two parts of one change`);
    seen.add(field);
  }
}
