import type { Collection, Document, Index } from '../collection';

/** A declared index with its name in the database. */
export interface IndexSpec {
  readonly name: string;
  readonly equal: readonly string[];
  readonly sort: string;
  readonly also: readonly string[];
  /** Whether it holds only the documents that have the sort field. */
  readonly sparse: boolean;
  /** Whether its entries are made later, many at once. */
  readonly late: boolean;
}

/** A collection as the store knows it: plain data that may cross a thread. */
export interface TableSpec {
  readonly name: string;
  /** Whether documents are columns alone; else a row has its document as JSON beside them. */
  readonly plain: boolean;
  /** Fields with a column of their own: those of the indexes and of `expire`, sorted; behind them all others, where documents are plain. */
  readonly columns: readonly string[];
  readonly indexes: readonly IndexSpec[];
  readonly expire: { readonly field: string; readonly afterMs: number } | null;
  readonly kind: 'derived' | 'kept';
}

const NAME = /^[a-z][a-z0-9_]*$/;

function named(name: string): string {
  if (NAME.test(name)) return name;
  throw new Error(
    `${JSON.stringify(name)} cannot name a collection or an indexed field: use snake_case`,
  );
}

/** Quotes the column of an indexed field; `id` is the key itself. */
export const columnName = (field: string): string => (field === 'id' ? 'id' : `f_${field}`);

/** The columns that an index is ordered by, and all that it holds. */
export function indexColumns({ equal, sort, also }: IndexSpec): {
  readonly keys: readonly string[];
  readonly all: readonly string[];
} {
  const keys = [...new Set([...equal, sort, 'id'].map(columnName))];
  return { keys, all: [...new Set([...keys, ...also.map(columnName)])] };
}

function indexSpec<D>(table: string, index: Index<D>): IndexSpec {
  const { equal, sort, also = [], sparse = false, late = false } = index;
  const kind = [
    ...(also.length > 0 ? ['also', ...also] : []),
    ...(sparse ? ['sparse'] : []),
    ...(late ? ['late'] : []),
  ];
  return {
    name: [table, ...equal, sort, ...kind].join('.'),
    equal: equal.map(named),
    sort: named(sort),
    also: also.map(named),
    sparse,
    late,
  };
}

/**
 * Reads a declaration.
 * @throws Error when a name is not snake_case.
 */
export function tableSpec<D extends Document>(c: Collection<D>): TableSpec {
  const name = named(c.name);
  const indexes = c.indexes.map((index) => indexSpec(name, index));
  const fields = new Set(indexes.flatMap(({ equal, sort, also }) => [...equal, sort, ...also]));
  if (c.expire) fields.add(named(c.expire.field));
  fields.delete('id');
  const others = Object.keys(c.fields ?? {}).map(named);
  const plain = c.fields !== undefined;
  // Kept documents could not be made again in another form.
  if (plain && c.kind === 'kept') throw new Error(`${name} is kept: its documents are not plain`);
  return {
    name,
    plain,
    columns: [...new Set([...[...fields].sort(), ...others])],
    indexes,
    expire: c.expire ?? null,
    kind: c.kind ?? 'derived',
  };
}
