import { compare } from '@parapet/contracts';
import type { Document } from '../collection';
import type { TableSpec } from '../embedded/table-spec';
import { asGiven, storable } from './odd-keys';

/** A document in the database: its id is the key. Fields of ours begin with an underscore. */
export interface Stored {
  readonly _id: string | number;
  /** The moment in the field that expiry looks at, for the server's own clean-up. */
  readonly _x?: Date;
  /** The bulks that changed it last, newest first. */
  readonly _w?: readonly string[];
  readonly [field: string]: unknown;
}

/** The document that holds the place of a collection. Its key is a number, so no query for ids ever meets it. */
export const SENTINEL = 0;

/** Fields of the house are declared ones: a name that a server would read as a path or an operator is a mistake in the code. */
export function fieldName(name: string): string {
  if (/^[^_$.\0][^.\0]*$/.test(name)) return name;
  throw new Error(`${JSON.stringify(name)} cannot name a field of a document`);
}

/** @throws Error for an id that differs from another only in lone surrogates: encoded they would be one. */
export function wellFormed(id: string): string {
  if (id.isWellFormed()) return id;
  throw new Error(`the id ${JSON.stringify(id)} is not well-formed Unicode`);
}

/** The moment in an ISO timestamp; undefined for anything else. */
export function momentOf(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** What is stored of a document. */
export function toStored(spec: TableSpec, document: Document): Stored {
  const { id, ...fields } = document;
  for (const field in fields) fieldName(field);
  const stored = { _id: wellFormed(id), ...eachField(fields, storable) };
  const moment = spec.expire && momentOf(Reflect.get(document, spec.expire.field));
  return moment ? { ...stored, _x: moment } : stored;
}

/** The document as it was given. */
export function toDocument<D extends Document>(stored: Stored): D {
  const { _id, _x, _w, ...fields } = stored;
  return { id: _id, ...eachField(fields, asGiven) } as object as D;
}

/** Changes the values of a document's fields, in place: of nearly all documents none, and each is written and read this way. */
function eachField<T extends object>(fields: T, become: (value: unknown) => unknown): T {
  for (const field in fields) {
    const value = become(fields[field]);
    if (value !== fields[field]) Reflect.set(fields, field, value);
  }
  return fields;
}

/** Order of the keys, the same in every process: bulks that all go this way cannot lock each other out. */
export const byKey: (a: string, b: string) => number = compare;
