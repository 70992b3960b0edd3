/**
 * JSON text by RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Two texts that mean the same give the same canonical text.
 * The value must come from `JSON.parse`; its depth must have been bounded before.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  let members = '';
  // The order of texts, where none is said, is that of their code units, as the RFC asks.
  for (const key of Object.keys(object).sort())
    members += `${members && ','}${quoted(key)}:${canonicalJson(object[key])}`;
  return `{${members}}`;
}

const NOTHING_TO_ESCAPE = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** As `JSON.stringify`, which is slower. */
const quoted = (text: string): string =>
  NOTHING_TO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
