import type { IndexSpec, TableSpec } from './table-spec';

/**
 * The declared index that serves a query: its equality fields are the query's, its sort field too.
 * @throws Error when there is none.
 */
export function servingIndex(
  spec: TableSpec,
  { equal, sort }: { readonly equal: object; readonly sort: string },
): IndexSpec {
  const fields = Object.keys(equal);
  const found = spec.indexes.find(
    (index) =>
      index.sort === sort &&
      index.equal.length === fields.length &&
      index.equal.every((field) => fields.includes(field)),
  );
  if (found) return found;
  throw new Error(
    `no index of ${spec.name} serves equal [${fields.join(', ')}], sort ${sort}: declare it`,
  );
}
