/** What a typed column holds: scalars only, booleans as 0 and 1, everything else as null. */
export type Column = string | number | null;

/** The column value of a field. Lone surrogates become U+FFFD, as they would in SQLite. */
export function toColumn(value: unknown): Column {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'boolean' ? Number(value) : null;
}

/** The columns of a document, in the order of `fields`. */
export const toColumns = (document: object, fields: readonly string[]): Column[] =>
  fields.map((field) => toColumn(Reflect.get(document, field)));

/**
 * Order of scalars, the same as in an index: numbers (and booleans) before strings, numbers by value, strings by code
 * point (the order of their UTF-8 bytes, which is not JavaScript's where surrogate pairs meet U+E000 and above).
 */
export function compareColumns(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  if (typeof b === 'number') return 1;
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
