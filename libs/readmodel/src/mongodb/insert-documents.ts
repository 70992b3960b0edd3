import { type Collection, MongoBulkWriteError } from 'mongodb';
import { byKey, type Stored } from './stored';
import { EXISTS } from './what-failed';

/**
 * Inserts in one unordered bulk, in the order of the keys; answers per document whether it was inserted. Within one call the first
 * of an id wins. What existed is told by the error of its own place: the only thing that every server answers truly when two race.
 */
export async function insertDocuments(
  into: Collection<Stored>,
  documents: readonly Stored[],
): Promise<boolean[]> {
  const answers = documents.map(() => false);
  const first = new Map<string, number>();
  documents.forEach(({ _id }, place) => {
    if (!first.has(String(_id))) first.set(String(_id), place);
  });
  const places = [...first].sort(([a], [b]) => byKey(a, b)).map(([, place]) => place);
  const sorted = places.flatMap((place) => documents[place] ?? []);
  const existed = sorted.length > 0 ? await existing(into, sorted) : new Set<number>();
  places.forEach((place, i) => (answers[place] = !existed.has(i)));
  return answers;
}

/** @returns the places of those that existed already. */
async function existing(
  into: Collection<Stored>,
  documents: readonly Stored[],
): Promise<ReadonlySet<number>> {
  try {
    await into.insertMany(documents, { ordered: false });
    return new Set();
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failed = [error.writeErrors].flat();
    const other = failed.some(({ code }) => code !== EXISTS);
    if (failed.length === 0 || other || error.result.getWriteConcernError()) throw error;
    return new Set(failed.map(({ index }) => index));
  }
}
