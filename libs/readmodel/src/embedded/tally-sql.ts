import type { TallyAsk } from './calls';
import { servingIndex } from './serving-index';
import { columnName, type TableSpec } from './table-spec';
import { bound, conditions, equalTerms, type Query } from './terms';

/**
 * Counts (as `n`) what lies from bound `range` on to before the next one. Reads only the index, which is named in the statement,
 * so that SQLite can choose no other.
 * @throws Error when no declared index serves it.
 */
export function tallySql(spec: TableSpec, ask: TallyAsk, range: number): Query {
  const index = servingIndex(spec, ask);
  const column = columnName(ask.sort);
  const { sql, parameters } = conditions([
    ...equalTerms(ask.equal),
    [`${column} >= ?`, bound(ask.bounds[range])],
    [`${column} < ?`, bound(ask.bounds[range + 1])],
  ]);
  const source = index.late ? `"${index.name}"` : `"${spec.name}" indexed by "${index.name}"`;
  return {
    sql: `select count(*) as n from ${source} where ${sql}`,
    parameters,
  };
}
