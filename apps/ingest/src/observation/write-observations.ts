import { type Position, positionText } from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import type { Collection, ReadModel } from '@parapet/readmodel';
import type { ObservationDocument } from './observation.collection';
import { bringUp, documentOf, type Sighting, STORED_FIELDS } from './place-observation';
import type { NewObservation } from './record-observation';

/** `created`: this call made the observation. `updated`: it was there already. */
export type RecordStatus = 'created' | 'updated';

/** Where observations are written. */
export interface ObservationTarget {
  readonly log: EventLog;
  readonly store: ReadModel;
  readonly collection: Collection<ObservationDocument>;
  /** Hears of each record that all of its document was made of, those of a partition in their order. */
  readonly settle?: (position: Position) => void;
}

type Sightings = [Sighting, ...Sighting[]];

/**
 * Writes a group of observations: appends it, then inserts the documents. Of all copies of an observation, in this group or
 * any other, at most one is answered `created`: the one whose record the document names as its origin. What the log could not
 * take of it, a partition, is answered by the error, and the rest is written all the same.
 * @throws Unavailable when the log or the store is away; some of the group may then have been recorded all the same.
 */
export async function writeObservations(
  target: ObservationTarget,
  group: readonly NewObservation[],
): Promise<(RecordStatus | Error)[]> {
  const distinct = coalesce(group);
  const appended = await target.log.appendEach(
    'observations',
    distinct.map((o) => o.event),
  );
  const sightings = new Map<string, Sightings>();
  const failed = new Map<string, Error>();
  distinct.forEach((o, i) => {
    const position = appended[i];
    if (!position) throw new Error('the log answered fewer positions than it was given events');
    if (position instanceof Error) return void failed.set(o.id, position);
    const sighting = { ...o, position: positionText(position), offset: position.offset };
    const known = sightings.get(o.id);
    if (known) known.push(sighting);
    else sightings.set(o.id, [sighting]);
  });
  // What was written of it is left to the repairer: all of it is sent again.
  for (const id of failed.keys()) sightings.delete(id);
  const [failure] = failed.values();
  if (failure && sightings.size === 0) throw failure;
  const { created, whole } = await insert(target, sightings);
  distinct.forEach((o, i) => whole.has(o.id) && target.settle?.(appended[i] as Position));
  return group.map((o) => failed.get(o.id) ?? (created.delete(o.id) ? 'created' : 'updated'));
}

/** Leaves out what the newest copy says already; another body of the same observation is a sighting of its own. */
function coalesce(group: readonly NewObservation[]): NewObservation[] {
  const newest = new Map<string, string>();
  return group.filter(({ id, text }) => {
    if (newest.get(id) === text) return false;
    newest.set(id, text);
    return true;
  });
}

/**
 * Inserts what is new and brings up what is not.
 * @returns the ids of the observations that this group created, and of those whose documents were not there before.
 */
async function insert(
  { store, collection }: ObservationTarget,
  sightings: ReadonlyMap<string, Sightings>,
): Promise<{ readonly created: Set<string>; readonly whole: ReadonlySet<string> }> {
  const documents = [...sightings.values()].map(documentOf).sort((a, b) => (a.id < b.id ? -1 : 1));
  const inserted = await store.insert(collection, documents);
  const created = new Set<string>();
  const existing: ObservationDocument[] = [];
  documents.forEach((d, i) => (inserted[i] ? created.add(d.id) : existing.push(d)));
  const whole = new Set(created);
  if (existing.length === 0) return { created, whole };
  const ids = existing.map((d) => d.id);
  const found = await store.getMany(collection, ids, STORED_FIELDS);
  const mine = existing.filter((d) => found.get(d.id)?.origin === d.origin);
  for (const { id } of mine) created.add(id);
  const changes = ids.flatMap((id) => bringUp(found.get(id), sightings.get(id) as Sightings));
  if (changes.length > 0) await store.write(collection, changes);
  return { created, whole };
}
