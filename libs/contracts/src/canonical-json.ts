/**
 * JSON text by RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Two texts that mean the same give the same canonical text.
 * The value must come from `JSON.parse`; its depth must have been bounded before.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(byKey);
  return `{${members.map(([key, v]) => `${JSON.stringify(key)}:${canonicalJson(v)}`).join(',')}}`;
}

/** Keys of one object are never equal. `<` on strings compares code units, as the RFC asks. */
const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
