import type { Scalar } from '../collection';
import type { PageAsk } from './calls';
import { compareColumns } from './column';
import type { Source } from './serving-index';
import { columnName, indexColumns, type IndexSpec, type TableSpec } from './table-spec';
import { bound, conditions, equalTerms, type Query, type Term } from './terms';

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
  if (behind === undefined)
    return { sql: `select ${selected(spec, index)} ${scan}`, parameters: scanned };
  const columns = [...indexColumns(index).all, 'row_id'].join(', ');
  const both =
    `select * from (select ${columns} from "${index.name}" ${scan}) union all` +
    ` select * from (select ${columns} from (select * from "${spec.name}" not indexed where row_id > ?) ${scan})`;
  return {
    sql: `select ${documentOf(spec)} from (${both}) as entry order by ${orderBy(ask.sort, ask.order)} limit ?`,
    parameters: [...scanned, behind, ...scanned, ask.limit],
  };
}

const selected = (spec: TableSpec, index: IndexSpec): string =>
  index.late
    ? `${documentOf(spec)} from "${index.name}" as entry`
    : `doc from "${spec.name}" indexed by "${index.name}"`;

/** A late index is a table: the document is looked up for each of its entries. */
const documentOf = ({ name }: TableSpec): string =>
  `(select doc from "${name}" as found where found.row_id = entry.row_id) as doc`;

/** SQLite takes an index that holds a part of the documents only where the question says that it is about that part. */
const presence = ({ sparse, sort }: IndexSpec): readonly Term[] =>
  sparse ? [[`${columnName(sort)} is not null`]] : [];

/** The index knows the id: what is left out is not read. */
const leftOut = ({ without = [] }: Scan): readonly Term[] =>
  without.length === 0
    ? []
    : [['id not in (select value from json_each(?))', JSON.stringify(without)]];

function orderBy(sort: string, order: 'asc' | 'desc'): string {
  return sort === 'id' ? `id ${order}` : `${columnName(sort)} ${order}, id ${order}`;
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
  sort === 'id' ? `id >= ''` : `${columnName(sort)} >= -9e999`;

function end(
  { sort, after }: Scan,
  paged: boolean,
  operator: '<' | '>',
  limit: Scalar | undefined,
): Term | undefined {
  const column = columnName(sort);
  const outer: Term | undefined =
    limit === undefined ? undefined : [`${column} ${operator} ?`, bound(limit)];
  if (!paged || !after) return outer;
  if (limit !== undefined && isTighter(limit, after.sort, operator)) return outer;
  if (sort === 'id') return [`id ${operator} ?`, after.id];
  return [`(${column}, id) ${operator} (?, ?)`, bound(after.sort), after.id];
}

function isTighter(limit: Scalar, last: Scalar, operator: '<' | '>'): boolean {
  const order = compareColumns(bound(limit) ?? 0, bound(last) ?? 0);
  return operator === '<' ? order <= 0 : order >= 0;
}
