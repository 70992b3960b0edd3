import type { LogEvent, Recorded } from '@parapet/contracts';
import type { Change, Collection, Document, ReadModel } from '@parapet/readmodel';
import { asRead, writeFolded } from './write-folded';

/**
 * A stored state: `applied` is the offset of the last event folded in, so that a replay changes nothing. Of a state that was removed a
 * grave stays for ever: its id, `applied` and `gone`, and no field that lists go by (ADR 29).
 */
export type Projected<S> = S & Document & { readonly applied: number; readonly gone?: true };

/** How a noun is folded. */
export interface Fold<S, E extends LogEvent> {
  readonly evolve: (state: S | undefined, event: E) => S | undefined;
  /** A state for which it answers true is removed, and none of its id is made again. */
  readonly gone?: (state: S) => boolean;
  /** Which document an event belongs to. Default: the record's key. */
  readonly id?: (event: E) => string;
}

/**
 * Documents that are in hand at once. One may be half a megabyte, as the evidence of an issue, and hundreds of them more than a process has room
 * for, or a store hands out within its patience.
 */
const AT_ONCE = 50;

/** The stored state of this id; undefined where there is none, or none any more. */
export async function findProjected<D extends Document & { readonly gone?: true }>(
  store: Pick<ReadModel, 'get'>,
  from: Collection<D>,
  id: string,
): Promise<D | undefined> {
  const found = await store.get(from, id);
  return found?.gone ? undefined : found;
}

/** A state after the records of its id: the same object where none changed it. */
function foldOne<S extends Document, E extends LogEvent>(
  before: Projected<S> | undefined,
  records: readonly Recorded<E>[],
  how: Fold<S, E>,
): Projected<S> | undefined {
  let state = before;
  for (const { event, position } of records) {
    if (state && (state.gone || state.applied >= position.offset)) continue;
    const now = how.evolve(state, event);
    if (now === undefined) continue;
    const applied = position.offset;
    state = how.gone?.(now) ? graveOf(now, applied) : { ...now, applied };
  }
  return state;
}

const graveOf = <S extends Document>({ id }: S, applied: number): Projected<S> =>
  ({ id, applied, gone: true }) as Projected<S>;

/**
 * Folds the events of one partition into stored states, exactly once by position, whatever is delivered again and by whom: a holder of
 * the partition that stood still and wakes with events of before finds a later state, or its grave. Extra list fields are the
 * business of `evolve`. @throws Unavailable also when another holder of the partition was faster: the batch must come again
 */
export async function foldInto<S extends Document, E extends LogEvent>(
  store: ReadModel,
  into: Collection<Projected<S>>,
  records: readonly Recorded<E>[],
  how: Fold<S, E>,
): Promise<void> {
  const byId = [...Map.groupBy(records, ({ event, key }) => how.id?.(event) ?? key)];
  for (let first = 0; first < byId.length; first += AT_ONCE)
    await foldSome(store, into, byId.slice(first, first + AT_ONCE), how);
}

async function foldSome<S extends Document, E extends LogEvent>(
  store: ReadModel,
  into: Collection<Projected<S>>,
  byId: readonly (readonly [id: string, records: readonly Recorded<E>[]])[],
  how: Fold<S, E>,
): Promise<void> {
  const ids = byId.map(([id]) => id);
  const before = await store.getMany(into, ids);
  const changes = byId.flatMap(([id, records]) => {
    const was = before.get(id);
    const now = foldOne(was, records, how);
    return now && now !== was ? [replacement(now, was)] : [];
  });
  await writeFolded(store, into, changes);
}

function replacement<D extends Document & { applied: number }>(
  now: D,
  was: D | undefined,
): Change<D> {
  const { id } = now;
  const guard = asRead(was);
  if (!was) return { id, insert: now, guard };
  const dropped = Object.keys(was).filter((k) => !(k in now)) as (keyof D & string)[];
  return { id, set: now, ...(dropped.length > 0 && { unset: dropped }), guard };
}
