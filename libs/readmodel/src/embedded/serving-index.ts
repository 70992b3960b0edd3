import type { IndexSpec, TableSpec } from './table-spec';

/** What a question is answered from. */
export interface Source {
  readonly index: IndexSpec;
  /** The row behind which documents have no entry in the index, as long as the disk takes none; undefined where all have. */
  readonly behind?: number;
}

/**
 * The declared index that serves a query: its sort field and its equality fields are the query's; or else one that holds
 * also what the query names besides.
 * @throws Error when there is none.
 */
export function servingIndex(
  spec: TableSpec,
  { equal, sort }: { readonly equal: object; readonly sort: string },
): IndexSpec {
  const fields = Object.keys(equal);
  const sorted = spec.indexes.filter((index) => index.sort === sort && picksBy(index, fields));
  const found =
    sorted.find((index) => index.equal.length === fields.length) ??
    sorted.find((index) => fields.every((field) => holds(index, field)));
  if (found) return found;
  throw new Error(
    `no index of ${spec.name} serves equal [${fields.join(', ')}], sort ${sort}: declare it`,
  );
}

const picksBy = ({ equal }: IndexSpec, fields: readonly string[]): boolean =>
  equal.every((field) => fields.includes(field));

const holds = ({ equal, also }: IndexSpec, field: string): boolean =>
  equal.includes(field) || also.includes(field);
