import type { LogEvent, Recorded } from '@parapet/contracts';
import type { Change, Collection, Document, ReadModel } from '@parapet/readmodel';

/** A stored state: `applied` is the offset of the last event folded in, so that a replay changes nothing. */
export type Projected<S> = S & Document & { readonly applied: number };

/**
 * Folds the events of one partition into stored states, exactly once by position, whatever is delivered again.
 * `id` says which document an event belongs to (default: the record's key). A state for which `gone` answers true is
 * removed. Extra list fields are the business of `evolve`.
 */
export async function foldInto<S extends Document, E extends LogEvent>(
  store: ReadModel,
  into: Collection<Projected<S>>,
  records: readonly Recorded<E>[],
  how: {
    readonly evolve: (state: S | undefined, event: E) => S | undefined;
    readonly gone?: (state: S) => boolean;
    readonly id?: (event: E) => string;
  },
): Promise<void> {
  const idOf = (r: Recorded<E>): string => how.id?.(r.event) ?? r.key;
  const before = await store.getMany(into, [...new Set(records.map(idOf))]);
  const after = new Map<string, Projected<S>>(before);
  for (const r of records) {
    const id = idOf(r);
    const was = after.get(id);
    if (was && was.applied >= r.position.offset) continue;
    const now = how.evolve(was, r.event);
    if (now !== undefined) after.set(id, { ...now, applied: r.position.offset });
  }
  const changes: Change<Projected<S>>[] = [];
  for (const [id, now] of after) {
    const was = before.get(id);
    if (now === was) continue;
    const guard = was && { field: 'applied' as const, equals: was.applied };
    if (how.gone?.(now)) changes.push({ id, remove: true, ...(guard && { guard }) });
    else changes.push(replacement(now, was));
  }
  if (changes.length > 0) await store.write(into, changes);
}

function replacement<D extends Document & { applied: number }>(
  now: D,
  was: D | undefined,
): Change<D> {
  if (!was) return { id: now.id, insert: now, guard: { field: 'applied', below: now.applied } };
  const dropped = Object.keys(was).filter((k) => !(k in now)) as (keyof D & string)[];
  return {
    id: now.id,
    set: now,
    ...(dropped.length > 0 && { unset: dropped }),
    guard: { field: 'applied', equals: was.applied },
  };
}
