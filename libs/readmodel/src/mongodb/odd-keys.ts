/** The one key of an object that stands for another, whose JSON text it holds. */
const TEXT = '_json';

/** What BSON cannot hold, or driver and server would take for something of theirs; within a field such a key may be anybody's. */
const isOdd = (key: string): boolean =>
  key.startsWith('$') || key.includes('\0') || key === '_bsontype' || key === TEXT;

function hasOddKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasOddKeys);
  return Object.entries(value).some(([key, part]) => isOdd(key) || hasOddKeys(part));
}

/** The value of a field as it can be stored: where one of its keys, at any depth, is an odd one, as JSON text. */
export const storable = (value: unknown): unknown =>
  hasOddKeys(value) ? { [TEXT]: JSON.stringify(value) } : value;

/** The value of a field as it was given. */
export function asGiven(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(TEXT in value)) return value;
  return typeof value[TEXT] === 'string' ? JSON.parse(value[TEXT]) : value;
}
