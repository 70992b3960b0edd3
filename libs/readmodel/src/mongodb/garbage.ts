import type { Connection } from './connection';
import type { GenerationRecords } from './generation-records';

/** A generation that nobody has needed for so long was left behind by a process that was killed. */
const FORGOTTEN_MS = 3_600_000;

/** Drops the collections of a generation that nobody answers from any more. */
export async function dropGeneration(
  connection: Connection,
  records: GenerationRecords,
  generation: string,
): Promise<void> {
  for (const name of await derivedCollections(connection))
    if (generationIn(name) === generation)
      await connection.run((db) => db.dropCollection(name), null);
  await records.forget([generation]);
}

/**
 * Drops generations that were left behind. What exists is listed before what is needed is asked: whatever is made in between is
 * on no list.
 */
export async function dropForgotten(
  connection: Connection,
  records: GenerationRecords,
  now: number,
): Promise<void> {
  const filled = (await derivedCollections(connection)).map(generationIn);
  // Whoever was about to point to one may have been killed, or too late: of that there is but a record.
  const generations = new Set([...filled, ...(await records.all())]);
  const needed = new Set(await records.aliveSince(new Date(now - FORGOTTEN_MS)));
  const current = await records.pointer();
  if (!current) return;
  for (const generation of generations)
    if (generation !== current.generation && !needed.has(generation))
      await dropGeneration(connection, records, generation);
}

const generationIn = (name: string): string => name.slice(0, name.indexOf('.'));

async function derivedCollections(connection: Connection): Promise<string[]> {
  const found = await connection.run((db) => db.listCollections({}, { nameOnly: true }).toArray());
  return found.map(({ name }) => name).filter((name) => /^g[0-9a-z]{12,}\./.test(name));
}
