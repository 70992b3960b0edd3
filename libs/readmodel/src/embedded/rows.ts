import type { Document } from '../collection';
import type { Stored } from './apply-change';
import { type Column, toColumns } from './column';
import { pack, type Packed, unpack } from './packed';
import { columnName, type TableSpec } from './table-spec';

/** A row as it is selected: the document as JSON, or, where documents are plain, the id and the columns. */
export type Row = readonly Column[];

/** Documents on their way to who asked: a JSON array, or, where they are plain, the values of all rows, one after the other. */
export type Told = string | Packed;

/** What is selected of a row to have its document, or, where documents are plain, some fields of it. */
export const selected = (
  { plain, columns }: TableSpec,
  fields: readonly string[] = columns,
): readonly string[] => (plain ? ['id', ...fields.map(columnName)] : ['doc']);

/** The columns of a row, in the order of its values. */
const rowColumns = ({ plain, columns }: TableSpec): readonly string[] => [
  'id',
  ...(plain ? [] : ['doc']),
  ...columns.map(columnName),
];

export function insertSql(spec: TableSpec): string {
  const columns = rowColumns(spec);
  const values = columns.map(() => '?');
  return `insert into "${spec.name}" (${columns.join(', ')}) values (${values.join(', ')})`;
}

/** The values of the row of a document. */
export function rowOf(spec: TableSpec, document: Document): Column[] {
  const json = spec.plain ? [] : [JSON.stringify(document)];
  return [document.id, ...json, ...toColumns(document, spec.columns)];
}

/** Rows whose values come one after the other. */
export function rowsOf(spec: TableSpec, packed: Packed): Row[] {
  const values = unpack(packed);
  const width = rowColumns(spec).length;
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += width) rows.push(values.slice(at, at + width));
  return rows;
}

/** The document of a row. */
export function documentOf({ plain, columns }: TableSpec, row: Row): Stored {
  return plain ? gathered(['id', ...columns], row, 0) : JSON.parse(String(row[0]));
}

/** Rows, as they are selected, of which only some fields are told. */
export function cutDown(
  { plain }: TableSpec,
  rows: readonly Row[],
  fields: readonly string[],
): readonly Row[] {
  if (plain) return rows;
  return rows.map(([doc]) => {
    const document: Stored = JSON.parse(String(doc));
    const kept: Record<string, unknown> = { id: document.id };
    for (const field of fields) if (field in document) kept[field] = document[field];
    return [JSON.stringify(kept)];
  });
}

export const tell = ({ plain }: TableSpec, rows: readonly Row[]): Told =>
  plain ? pack(rows.flat()) : `[${rows.map(([doc]) => doc).join(',')}]`;

/** The documents that were told, of which some fields may have been asked. */
export function heard<D extends Document>(
  { columns }: TableSpec,
  told: Told,
  fields: readonly string[] = columns,
): D[] {
  if (typeof told === 'string') return JSON.parse(told);
  const names = ['id', ...fields];
  const values = unpack(told);
  const documents: Document[] = [];
  for (let at = 0; at < values.length; at += names.length)
    documents.push(gathered(names, values, at));
  return documents as D[];
}

/** The fields that a document has, from the value at `at` on. */
function gathered(names: readonly string[], values: readonly Column[], at: number): Stored {
  const document: Record<string, Column> = {};
  names.forEach((name, i) => {
    const value = values[at + i];
    if (value !== null && value !== undefined) document[name] = value;
  });
  return document as Record<string, Column> & Stored;
}
