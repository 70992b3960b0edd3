import { createHash } from 'node:crypto';
import { type Collection, type IndexDescription, MongoServerError } from 'mongodb';
import type { TableSpec } from '../embedded/table-spec';
import type { Stored } from './stored';
import { keyOf } from './update-of';

/** Servers bound the length of a name. */
const LONGEST = 60;
const TTL = 'ttl';
/** NamespaceNotFound, IndexNotFound. */
const MISSING = [26, 27];
/** IndexOptionsConflict, IndexKeySpecsConflict. */
const CONFLICTS = [85, 86];

/** The indexes that a declaration asks for; what the key itself serves needs none. */
export function wantedIndexes({ indexes, expire }: TableSpec): IndexDescription[] {
  const wanted = indexes.flatMap(({ equal, sort }): IndexDescription[] => {
    const fields = [...new Set([...equal, sort, 'id'].map(keyOf))];
    if (fields.length === 1 && fields[0] === '_id') return [];
    return [{ key: new Map(fields.map((f) => [f, 1])), name: bounded(fields.join('.')) }];
  });
  if (expire) wanted.push(ttl(expire.afterMs));
  return wanted;
}

const ttl = (afterMs: number): IndexDescription => ({
  key: { _x: 1 },
  name: TTL,
  expireAfterSeconds: Math.ceil(afterMs / 1_000),
});

function bounded(name: string): string {
  if (name.length <= LONGEST) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, LONGEST - digest.length - 1)}.${digest}`;
}

/** How often two that declare otherwise at the same moment may be in each other's way. */
const TRIES = 5;

/** Makes what is missing and drops what is not declared any more. Safe when many processes do so at once. */
export async function reconcileIndexes(of: Collection<Stored>, spec: TableSpec): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await reconcile(of, spec);
    } catch (error) {
      if (tries === TRIES || !isOneOf(error, CONFLICTS)) throw error;
    }
  }
}

async function reconcile(of: Collection<Stored>, spec: TableSpec): Promise<void> {
  const wanted = wantedIndexes(spec);
  const names = new Set(wanted.map(({ name }) => name));
  for (const found of await existing(of)) {
    const { name = '' } = found;
    const kept = name === '_id_' || (names.has(name) && !otherExpiry(found, spec));
    if (!kept) await of.dropIndex(name).catch(ignoreMissing);
  }
  if (wanted.length > 0) await of.createIndexes(wanted);
}

const otherExpiry = (
  { name, expireAfterSeconds }: IndexDescription,
  { expire }: TableSpec,
): boolean => name === TTL && expireAfterSeconds !== Math.ceil((expire?.afterMs ?? 0) / 1_000);

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
