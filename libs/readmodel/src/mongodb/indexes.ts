import { createHash } from 'node:crypto';
import { type Collection, type Db, type IndexDescription, MongoServerError } from 'mongodb';
import type { TableSpec } from '../embedded/table-spec';
import type { Stored } from './stored';
import { keyOf } from './update-of';

/** Servers bound the length of a name. */
const LONGEST = 60;
const TTL = 'ttl';
/** The longest expiry that servers take: 68 years. Whoever keeps documents for longer keeps them for as long. */
const NEVER_S = 2_147_483_647;
/** NamespaceNotFound, IndexNotFound. */
const MISSING = [26, 27];
/** IndexOptionsConflict, IndexKeySpecsConflict. */
const CONFLICTS = [85, 86];

/** The indexes that a declaration asks for; what the key itself serves needs none. Without `expires` nothing is ever too old. */
export function wantedIndexes({ indexes, expire }: TableSpec, expires = true): IndexDescription[] {
  const wanted = indexes.flatMap(({ equal, sort, also }): IndexDescription[] => {
    const fields = [...new Set([...equal, sort, 'id', ...also].map(keyOf))];
    if (fields.length === 1 && fields[0] === '_id') return [];
    return [{ key: new Map(fields.map((f) => [f, 1])), name: bounded(fields.join('.')) }];
  });
  if (expire)
    wanted.push(ttl(expires ? Math.min(Math.ceil(expire.afterMs / 1_000), NEVER_S) : NEVER_S));
  return wanted;
}

const ttl = (expireAfterSeconds: number): IndexDescription => ({
  ...{ key: { _x: 1 }, name: TTL, expireAfterSeconds },
});

function bounded(name: string): string {
  if (name.length <= LONGEST) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, LONGEST - digest.length - 1)}.${digest}`;
}

/** How often two that declare otherwise at the same moment may be in each other's way. */
const TRIES = 5;

/** A declaration, and whether documents expire as it says (`MongoReadModelOptions.expires`). */
interface Declared {
  readonly spec: TableSpec;
  readonly expires: boolean;
}

/**
 * Makes what is missing, and what is there what the declaration says: another expiry is taken over, and what is not declared any more
 * is dropped, of derived documents by the next rebuild alone: while versions are exchanged, the old one answers from its indexes.
 * Without `expires` what is there stays as it is. Safe when many processes do so at once.
 */
export async function reconcileIndexes(db: Db, place: string, declared: Declared): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await reconcile(db, place, declared);
    } catch (error) {
      if (tries === TRIES || !isOneOf(error, [...CONFLICTS, ...MISSING])) throw error;
    }
  }
}

async function reconcile(db: Db, place: string, { spec, expires }: Declared): Promise<void> {
  const of = db.collection<Stored>(place);
  const wanted = new Map(wantedIndexes(spec, expires).map((index) => [index.name, index]));
  for (const found of await existing(of)) {
    const { name = '' } = found;
    const same = wanted.get(name);
    wanted.delete(name);
    if (!expires || name === '_id_') continue;
    if (!same) await drop(of, spec, name);
    else if (same.expireAfterSeconds !== found.expireAfterSeconds) await expireAs(db, place, same);
  }
  if (wanted.size > 0) await of.createIndexes([...wanted.values()]);
}

async function drop(of: Collection<Stored>, { kind }: TableSpec, name: string): Promise<void> {
  if (kind === 'kept' || name === TTL) await of.dropIndex(name).catch(ignoreMissing);
}

/** Changes how long documents live. The index stays: making it again would take its time over many documents. */
async function expireAs(
  db: Db,
  collMod: string,
  { name, expireAfterSeconds }: IndexDescription,
): Promise<void> {
  await db.command({ collMod, index: { name, expireAfterSeconds } });
}

async function existing(of: Collection<Stored>): Promise<readonly IndexDescription[]> {
  try {
    return await of.indexes();
  } catch (error) {
    ignoreMissing(error);
    return [];
  }
}

/** Another process was first, or nothing is there yet. */
function ignoreMissing(error: unknown): void {
  if (!isOneOf(error, MISSING)) throw error;
}

const isOneOf = (error: unknown, codes: readonly unknown[]): boolean =>
  error instanceof MongoServerError && codes.includes(error.code);
