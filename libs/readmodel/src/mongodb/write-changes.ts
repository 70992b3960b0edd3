import { Unavailable } from '@parapet/contracts';
import type { Collection } from 'mongodb';
import { applyChange } from '../embedded/apply-change';
import type { TableSpec } from '../embedded/table-spec';
import type { Change, Written } from '../read-model';
import { refuseFieldInTwoParts } from '../refuse-field-in-two-parts';
import { insertDocuments } from './insert-documents';
import { byKey, type Stored, toStored, wellFormed } from './stored';
import { type AnyDocument, updateOf } from './update-of';

/** How often a document may come and go under a change before it gives up. */
const ROUNDS = 10;

type AnyChange = Change<AnyDocument>;

/** Where changes are written. */
export interface WriteTarget {
  readonly spec: TableSpec;
  /** Sends one command. */
  readonly run: <T>(command: (into: Collection<Stored>) => Promise<T>) => Promise<T>;
  /** Names one bulk, unlike any other of any process. */
  readonly stamp: () => string;
}

/** One change and what came of it. */
interface Asked {
  readonly change: AnyChange;
  answer?: Written;
}

/**
 * Applies changes as unordered bulks and answers truly for each, whoever races. Counts of a whole bulk are all that servers answer, so:
 * what was inserted is told by the errors of those that were not; when all of a bulk were found, all were updated; otherwise the
 * stamps of the bulk are read back; a document keeps those of the last few bulks, so that several may race for it. Where the stamps still
 * do not add up, too many writes came in between: that is `Unavailable`, not a guess.
 */
export async function writeChanges(
  to: WriteTarget,
  changes: readonly AnyChange[],
): Promise<readonly Written[]> {
  const asked = changes.map((change): Asked => {
    wellFormed(change.id);
    refuseFieldInTwoParts(change);
    return { change };
  });
  for (const layer of layers(asked)) await writeLayer(to, layer);
  return asked.map(({ answer }) => answer ?? 'unchanged');
}

/** Changes of one id in different layers, in their order; each layer sorted by key. */
function layers(asked: readonly Asked[]): Asked[][] {
  const seen = new Map<string, number>();
  const made: Asked[][] = [];
  for (const one of asked) {
    const depth = seen.get(one.change.id) ?? 0;
    seen.set(one.change.id, depth + 1);
    (made[depth] ??= []).push(one);
  }
  return made.map((layer) => layer.sort((a, b) => byKey(a.change.id, b.change.id)));
}

async function writeLayer(to: WriteTarget, layer: readonly Asked[]): Promise<void> {
  // Who gives a document something to be made of expects it to be new; who gives nothing expects to find it.
  let fresh = layer.filter(({ change }) => Object.keys(change.insert ?? {}).length > 0);
  let found = layer.filter((one) => !fresh.includes(one));
  for (let round = 0; round < ROUNDS; round += 1) {
    const existed = await insert(to, fresh);
    const gone = await update(to, [...found, ...existed]);
    if (gone.length === 0) return;
    [fresh, found] = [gone, []];
  }
  throw new Unavailable(`documents of ${to.spec.name} come and go while they are written`);
}

/** @returns those whose document existed already. */
async function insert(to: WriteTarget, asked: readonly Asked[]): Promise<Asked[]> {
  if (asked.length === 0) return [];
  const documents = asked.map(({ change }) => {
    const applied = applyChange(undefined, change);
    if (applied.written !== 'inserted') throw new Error(`${change.id} has nothing to be made of`);
    return toStored(to.spec, applied.document);
  });
  const inserted = await to.run((into) => insertDocuments(into, documents));
  return asked.filter((one, i) => {
    if (inserted[i]) one.answer = 'inserted';
    return !inserted[i];
  });
}

/** Updates what exists. @returns those whose document is missing and should be made. */
async function update(to: WriteTarget, asked: readonly Asked[]): Promise<Asked[]> {
  if (asked.length === 0) return [];
  const ordered = [...asked].sort((a, b) => byKey(a.change.id, b.change.id));
  const stamp = to.stamp();
  const operations = ordered.map(({ change }) => updateOf(to.spec, change, stamp));
  const { matchedCount } = await to.run((into) => into.bulkWrite(operations, { ordered: false }));
  if (matchedCount === ordered.length) {
    for (const one of ordered) one.answer = 'updated';
    return [];
  }
  return tell(ordered, matchedCount, await stampsOf(to, ordered), stamp);
}

/** The stamps of the documents that exist. */
async function stampsOf(
  to: WriteTarget,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, readonly string[] | undefined>> {
  const ids = asked.map(({ change }) => change.id);
  const found = await to.run((from) =>
    from.find({ _id: { $in: ids } }, { projection: { _w: 1 } }).toArray(),
  );
  return new Map(found.map(({ _id, _w }) => [String(_id), _w]));
}

function tell(
  asked: readonly Asked[],
  matched: number,
  stamps: ReadonlyMap<string, readonly string[] | undefined>,
  stamp: string,
): Asked[] {
  const mine = asked.filter(({ change }) => stamps.get(change.id)?.includes(stamp));
  // Nothing matched: no stamp of this bulk was ever there to be pushed out.
  if (mine.length !== matched)
    throw new Unavailable('documents were changed by others while they were written: ask again');
  for (const one of mine) one.answer = 'updated';
  return asked.filter((one) => {
    if (one.answer === 'updated') return false;
    const { insert: made, guard } = one.change;
    const there = stamps.has(one.change.id);
    one.answer = 'unchanged';
    // It exists, and had no guard to fail: it was made only after this bulk had passed.
    return made !== undefined && !(there && guard);
  });
}
