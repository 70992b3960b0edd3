import type { LogEvent, Recorded } from '@parapet/contracts';
import type { Change, Collection, Document, ReadModel } from '@parapet/readmodel';

/** A stored state: `applied` is the offset of the last event folded in, so that a replay changes nothing. */
export type Projected<S> = S & Document & { readonly applied: number };

/** How a noun is folded. */
export interface Fold<S, E extends LogEvent> {
  readonly evolve: (state: S | undefined, event: E) => S | undefined;
  /** A state for which it answers true is removed. */
  readonly gone?: (state: S) => boolean;
  /** Which document an event belongs to. Default: the record's key. */
  readonly id?: (event: E) => string;
}

type States<S> = ReadonlyMap<string, Projected<S>>;

/** The states after the records; those that no record changed are the same objects as before. */
function foldAll<S extends Document, E extends LogEvent>(
  before: States<S>,
  records: readonly Recorded<E>[],
  how: Fold<S, E>,
): States<S> {
  const after = new Map(before);
  for (const { key, event, position } of records) {
    const id = how.id?.(event) ?? key;
    const was = after.get(id);
    if (was && was.applied >= position.offset) continue;
    const now = how.evolve(was, event);
    if (now !== undefined) after.set(id, { ...now, applied: position.offset });
  }
  return after;
}

function changeOf<S extends Document>(
  now: Projected<S>,
  was: Projected<S> | undefined,
  gone: boolean,
): Change<Projected<S>> {
  const guard = was && { field: 'applied' as const, equals: was.applied };
  return gone ? { id: now.id, remove: true, ...(guard && { guard }) } : replacement(now, was);
}

/**
 * Folds the events of one partition into stored states, exactly once by position, whatever is delivered again. Extra list fields
 * are the business of `evolve`.
 */
export async function foldInto<S extends Document, E extends LogEvent>(
  store: ReadModel,
  into: Collection<Projected<S>>,
  records: readonly Recorded<E>[],
  how: Fold<S, E>,
): Promise<void> {
  const ids = new Set(records.map((r) => how.id?.(r.event) ?? r.key));
  const before: States<S> = await store.getMany(into, [...ids]);
  const changes = [...foldAll(before, records, how)]
    .filter(([id, now]) => now !== before.get(id))
    .map(([id, now]) => changeOf(now, before.get(id), how.gone?.(now) ?? false));
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
