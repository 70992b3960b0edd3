import type { Scalar } from '../collection';
import { type Column, toColumn } from './column';
import { columnName } from './table-spec';

/** A statement and what is bound to it. */
export interface Query {
  readonly sql: string;
  readonly parameters: readonly Column[];
}

/** A condition and what is bound to it. */
export type Term = readonly [condition: string, ...parameters: Column[]];

/** The value that a column is compared with. @throws Error when it is not a scalar. */
export function bound(value: Scalar | undefined): Column {
  const column = toColumn(value);
  if (column === null)
    throw new Error(`a filter needs a string, a number or a boolean, not ${String(value)}`);
  return column;
}

/** The column of a field in what is scanned, which every statement calls `entry`. */
export const entryColumn = (field: string): string => `entry.${columnName(field)}`;

/** That each field has its value. */
export const equalTerms = (equal: Readonly<Record<string, Scalar | undefined>>): Term[] =>
  Object.entries(equal).map(([field, value]) => [`${entryColumn(field)} = ?`, bound(value)]);

/** All conditions at once. */
export const conditions = (terms: readonly Term[]): Query => ({
  sql: terms.map(([condition]) => condition).join(' and '),
  parameters: terms.flatMap(([, ...parameters]) => parameters),
});
