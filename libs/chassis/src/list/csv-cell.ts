import { jsonEscape } from './json-escape';

/** Controls, line separators, halves of characters, and marks that hide text or turn its direction. */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** As JSON writes it, so that a cell is one line whatever an agent sent. */
function escaped(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  if (short !== character) return short;
  return jsonEscape(character);
}

/** What a cell shows of a value: text without what could forge a line or hide; nothing of what is not there; lists as JSON. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(INVISIBLE, escaped);
}

/** The value at a dotted path, or undefined where it leads nowhere. */
export const valueAt = (row: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => {
    const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return inside ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  }, row);
