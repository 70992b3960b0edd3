import { digest, Problem } from '@parapet/contracts';

/** The place after which a page begins. */
export interface Place {
  readonly sort: string | number;
  readonly id: string;
}

/** A cursor is opaque and tied to its list and filters: base64url of `[tag, sort, id, check]`. */
export function encodeCursor(list: string, filters: object, place: Place): string {
  const name = tag(list, filters);
  const parts = [name, place.sort, place.id, check(name, place)];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws Problem `invalid_cursor` for anything that `encodeCursor` did not make for this list and these filters. */
export function decodeCursor(list: string, filters: object, cursor: string): Place {
  const refuse = (why: string): Problem => new Problem('invalid_cursor', 'Invalid cursor', why);
  const parts = parse(cursor);
  if (parts === null)
    throw refuse('pass next_cursor of a previous answer unchanged, or leave cursor out');
  if (parts[0] !== tag(list, filters))
    throw refuse('this cursor belongs to another list or other filters; begin again without it');
  return { sort: parts[1], id: parts[2] };
}

/** Not a signature: a cursor opens nothing. What was cut off or changed on the way is noticed. */
const check = (name: string, { sort, id }: Place): string =>
  digest([name, JSON.stringify([sort, id])], 8);

const tag = (list: string, filters: object): string =>
  digest([list, JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)))], 12);

type Parts = [name: string, sort: string | number, id: string];

const isPlace = (sort: unknown): sort is string | number =>
  typeof sort === 'string' || (typeof sort === 'number' && Number.isFinite(sort));

/** What was encoded, when it is whole. */
function checked(parts: unknown): Parts | null {
  if (!Array.isArray(parts) || parts.length !== 4) return null;
  const [name, sort, id, sum] = parts as unknown[];
  if (typeof name !== 'string' || !isPlace(sort) || typeof id !== 'string') return null;
  return sum === check(name, { sort, id }) ? [name, sort, id] : null;
}

function parse(cursor: string): Parts | null {
  if (!/^[A-Za-z0-9_-]{1,1024}$/.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.toString('base64url') !== cursor) return null;
  try {
    return checked(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}
