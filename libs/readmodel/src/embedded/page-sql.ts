import type { Scalar } from '../collection';
import type { PageAsk } from './calls';
import { compareColumns } from './column';
import type { Source } from './serving-index';
import { selected } from './rows';
import { indexColumns, type IndexSpec, type TableSpec } from './table-spec';
import { bound, conditions, entryColumn, equalTerms, type Query, type Term } from './terms';

/** What a keyset scan needs to know of a page. */
export type Scan = Pick<
  PageAsk,
  'equal' | 'sort' | 'order' | 'above' | 'below' | 'after' | 'without'
>;

/**
 * One index scan that answers a page, in order, from the bound on. The index is named in the statement, so that SQLite can choose
 * no other. Where the index lacks documents, those are looked through besides.
 */
export function pageSql(
  spec: TableSpec,
  ask: Scan & { limit: number },
  { index, behind }: Source,
): Query {
  const { sql, parameters } = conditions([
    ...equalTerms(ask.equal),
    ...presence(index),
    ...bounds(ask),
    ...leftOut(ask),
  ]);
  const scan = `where ${sql} order by ${orderBy(ask.sort, ask.order)} limit ?`;
  const scanned = [...parameters, ask.limit];
  if (!index.late) {
    const from = `"${spec.name}" as entry indexed by "${index.name}"`;
    return { sql: `select ${selected(spec).join(', ')} from ${from} ${scan}`, parameters: scanned };
  }
  if (behind === undefined)
    return { sql: `${found(spec, `"${index.name}"`)} ${scan}`, parameters: scanned };
  const columns = [...indexColumns(index).all, 'row_id'].join(', ');
  const both =
    `select * from (select ${columns} from "${index.name}" as entry ${scan}) union all` +
    ` select * from (select ${columns} from (select * from "${spec.name}" not indexed where row_id > ?) as entry ${scan})`;
  return {
    sql: `${found(spec, `(${both})`)} order by ${orderBy(ask.sort, ask.order)} limit ?`,
    parameters: [...scanned, behind, ...scanned, ask.limit],
  };
}

/** A late index is a table: the row is looked up for each of its entries, in their order. */
const found = (spec: TableSpec, entries: string): string => {
  const wanted = selected(spec).map((column) => `found.${column}`);
  return `select ${wanted.join(', ')} from ${entries} as entry cross join "${spec.name}" as found on found.row_id = entry.row_id`;
};

/** SQLite takes an index that holds a part of the documents only where the question says that it is about that part. */
const presence = ({ sparse, sort }: IndexSpec): readonly Term[] =>
  sparse ? [[`${entryColumn(sort)} is not null`]] : [];

/** The index knows the id: what is left out is not read. */
const leftOut = ({ without = [] }: Scan): readonly Term[] =>
  without.length === 0
    ? []
    : [['entry.id not in (select value from json_each(?))', JSON.stringify(without)]];

function orderBy(sort: string, order: 'asc' | 'desc'): string {
  return [...new Set([sort, 'id'])].map((field) => `${entryColumn(field)} ${order}`).join(', ');
}

/**
 * The lower and the upper end of the scan. Where `after` and a bound meet at one end only the tighter one is asked, so
 * that the index is entered there. Without a lower bound there still is one, below every scalar: it keeps out (and
 * steps over) documents that lack the sort field.
 */
function bounds(scan: Scan): readonly Term[] {
  const upper = end(scan, scan.order === 'desc', '<', scan.below);
  const lower = end(scan, scan.order === 'asc', '>', scan.above);
  return [lower ?? [lowest(scan.sort)], ...(upper ? [upper] : [])];
}

/** The column of the ids alone has a type: a number would be compared as text there, and some ids lie below `-Inf`. */
const lowest = (sort: string): string =>
  sort === 'id' ? `entry.id >= ''` : `${entryColumn(sort)} >= -9e999`;

function end(
  { sort, after }: Scan,
  paged: boolean,
  operator: '<' | '>',
  limit: Scalar | undefined,
): Term | undefined {
  const column = entryColumn(sort);
  const outer: Term | undefined =
    limit === undefined ? undefined : [`${column} ${operator} ?`, bound(limit)];
  if (!paged || !after) return outer;
  if (limit !== undefined && isTighter(limit, after.sort, operator)) return outer;
  if (sort === 'id') return [`${column} ${operator} ?`, after.id];
  return [`(${column}, entry.id) ${operator} (?, ?)`, bound(after.sort), after.id];
}

function isTighter(limit: Scalar, last: Scalar, operator: '<' | '>'): boolean {
  const order = compareColumns(bound(limit) ?? 0, bound(last) ?? 0);
  return operator === '<' ? order <= 0 : order >= 0;
}
