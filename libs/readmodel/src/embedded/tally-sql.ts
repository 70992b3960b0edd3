import type { TallyAsk } from './calls';
import type { Source } from './serving-index';
import type { TableSpec } from './table-spec';
import { bound, conditions, entryColumn, equalTerms, type Query } from './terms';

/**
 * Counts (as `n`) what lies from bound `range` on to before the next one. Reads only the index, which is named in the statement,
 * so that SQLite can choose no other; and the documents that it lacks.
 */
export function tallySql(
  spec: TableSpec,
  ask: TallyAsk,
  range: number,
  { index, behind }: Source,
): Query {
  const column = entryColumn(ask.sort);
  const { sql, parameters } = conditions([
    ...equalTerms(ask.equal),
    [`${column} >= ?`, bound(ask.bounds[range])],
    [`${column} < ?`, bound(ask.bounds[range + 1])],
  ]);
  const source = index.late
    ? `"${index.name}" as entry`
    : `"${spec.name}" as entry indexed by "${index.name}"`;
  const counted = `select count(*) as n from ${source} where ${sql}`;
  if (behind === undefined) return { sql: counted, parameters };
  const lacking = `select count(*) from "${spec.name}" as entry not indexed where row_id > ? and ${sql}`;
  return {
    sql: `select (${counted}) + (${lacking}) as n`,
    parameters: [...parameters, behind, ...parameters],
  };
}
