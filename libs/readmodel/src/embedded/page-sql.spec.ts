import { collection, type Scalar } from '../collection';
import type { PageAsk } from './calls';
import { Database } from './database';
import { pageSql, type Scan } from './page-sql';
import { servingIndex } from './serving-index';
import { Store } from './store';
import { tableSpec } from './table-spec';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly open: boolean;
  readonly at: string;
  readonly due: string;
}
const ROWS = collection<Row>({
  name: 'rows',
  indexes: [
    { equal: [], sort: 'at' },
    { equal: ['kind'], sort: 'at' },
    { equal: ['kind', 'open'], sort: 'due' },
    { equal: [], sort: 'id' },
    { equal: ['open'], sort: 'at', also: ['kind'] },
    { equal: ['kind'], sort: 'due', sparse: true },
    { equal: ['open', 'kind'], sort: 'due', also: ['at'], late: true },
  ],
  expire: { field: 'due', afterMs: 1 },
});
const spec = tableSpec(ROWS);
const sqlOf = (ask: Scan & { limit: number }) =>
  pageSql(spec, ask, { index: servingIndex(spec, ask) });

const ORDERS = ['asc', 'desc'] as const;
const ABOVE = [{}, { above: 'b' }];
const BELOW = [{}, { below: 'y' }];

/** No `after`, one between the bounds, one beyond the bound at the same end. */
const afters = (order: 'asc' | 'desc') => [
  {},
  { after: { sort: 'm', id: 'i' } },
  { after: { sort: order === 'asc' ? 'a' : 'z', id: 'i' } },
];
const bounds = (order: 'asc' | 'desc') =>
  ABOVE.flatMap((above) =>
    BELOW.flatMap((below) => afters(order).map((after) => ({ ...above, ...below, ...after }))),
  );

/** Every shape a page can have: each index, order and combination of bounds. */
const shapes = (): PageAsk[] =>
  spec.indexes.flatMap(({ equal, sort }) =>
    ORDERS.flatMap((order) =>
      bounds(order).map((bound) => ({
        table: 'rows',
        equal: Object.fromEntries(equal.map((field): [string, Scalar] => [field, 'v'])),
        sort,
        order,
        limit: 10,
        ...bound,
      })),
    ),
  );

/** Of an index of SQLite's, or of a late one, from which each document is found by its row. */
const ONE_RANGE =
  /^SEARCH entry USING (INDEX rows\.[a-z.]+ \(.*[<>].*\)|PRIMARY KEY \(.*[<>].*\)\nSEARCH found USING INTEGER PRIMARY KEY \(rowid=\?\))$/;

describe('pageSql', () => {
  const database = Database.open(':memory:');
  const store = new Store(database);
  store.declare(spec);
  const plan = (sql: string, parameters: readonly (string | number | null)[]): string =>
    database.connection
      .prepare(`explain query plan ${sql}`)
      .all(...parameters)
      .map((row) => String(row['detail']))
      .join('\n');
  afterAll(() => store.close());

  it('there are as many shapes as the combinations give', () => {
    expect(shapes()).toHaveLength(7 * 2 * 2 * 2 * 3);
  });

  it.each(shapes().map((ask) => [JSON.stringify(ask), ask] as const))(
    'is one index scan without a sort: %s',
    (_, ask) => {
      const { sql, parameters } = sqlOf(ask);
      const steps = plan(sql, parameters);
      expect(steps).toMatch(ONE_RANGE);
      expect(steps).not.toMatch(/SCAN|TEMP B-TREE/);
    },
  );

  it('enters the index at the item seen last, not at the outer bound', () => {
    const ask: PageAsk = { table: 'rows', equal: {}, sort: 'at', order: 'desc', limit: 1 };
    const { sql, parameters } = sqlOf({
      ...ask,
      below: 'y',
      after: { sort: 'm', id: 'i' },
    });
    expect(plan(sql, parameters)).toContain('(f_at,id)<(?,?)');
    expect(parameters).toEqual(['m', 'i', 1]);
  });

  it.each([
    ['select rowid from "rows" where f_due < ? order by f_due limit 500', 'rows.expire.due'],
    ['select doc from "rows" where id = ?', 'sqlite_autoindex_rows_1'],
  ])('%s uses an index', (sql, index) => {
    expect(plan(sql, ['x'])).toMatch(new RegExp(`^SEARCH rows USING (COVERING )?INDEX ${index}`));
  });

  it('refuses a filter that is not a scalar', () => {
    const ask: PageAsk = { table: 'rows', equal: {}, sort: 'at', order: 'desc', limit: 1 };
    expect(() => sqlOf({ ...ask, equal: { kind: undefined } })).toThrow(/not undefined/);
  });
});
