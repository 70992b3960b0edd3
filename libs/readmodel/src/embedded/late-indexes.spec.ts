import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { collection, type Index } from '../collection';
import { Database } from './database';
import { pack } from './packed';
import { rowOf } from './rows';
import { Store } from './store';
import { tableSpec } from './table-spec';

interface Row {
  readonly id: string;
  readonly kind?: string | null;
  readonly at?: string | null;
  readonly note?: string;
}
const BY_KIND: Index<Row> = { equal: ['kind'], sort: 'at', also: ['note'] };
const declared = (name: string, ...indexes: Index<Row>[]) =>
  tableSpec(collection<Row>({ name, indexes, expire: { field: 'at', afterMs: 0 } }));
const LATE = declared('late', { ...BY_KIND, late: true });
const AT_ONCE = declared('plain', BY_KIND);
const INDEX = 'late.kind.at.also.note.late';

let directory: string;
let database: Database;
let store: Store;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'late-indexes-'));
  open();
});
afterEach(async () => {
  store.close();
  await rm(directory, { recursive: true });
});

function open(): void {
  database = Database.open(join(directory, 'documents.sqlite'));
  store = new Store(database);
  for (const spec of [LATE, AT_ONCE]) store.declare(spec);
}
const insert = (table: string, rows: readonly Row[]) =>
  store.insert({ table, values: pack(rows.flatMap((row) => rowOf(LATE, row))) });
const write = (table: string, change: object) =>
  store.write({ table, changes: JSON.stringify([change]), documents: [] });
/** Goes by its age. */
const remove = (table: string, id: string) =>
  database.prepare(`delete from "${table}" where id = ?`).run(id);
const page = (table: string, equal = { kind: 'k' }) =>
  store.page({ table, equal, sort: 'at', order: 'desc', limit: 9_999 });
const ids = (table: string) => (JSON.parse(String(page(table))) as Row[]).map(({ id }) => id);
const many = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `r${from + n}`, kind: 'k', at: '1' }));
const entries = () => Number(database.prepare(`select count(*) as n from "${INDEX}"`).get()?.['n']);

it('entries are made when somebody asks', () => {
  insert('late', many(3));
  expect(entries()).toBe(0);
  expect(ids('late')).toEqual(['r2', 'r1', 'r0']);
  expect(entries()).toBe(3);
});

it('entries are made when many documents have come', () => {
  insert('late', many(15_999));
  expect(entries()).toBe(0);
  insert('late', many(1, 15_999));
  expect(entries()).toBe(16_000);
});

it('of several late indexes one is completed at a time, and none lacks more than an only one', () => {
  const TWO = declared('two', { ...BY_KIND, late: true }, { equal: [], sort: 'at', late: true });
  store.declare(TWO);
  const known = database.prepare(
    "select upto / 1000 as k from late_ where of_table = 'two' order by k",
  );
  const seen = [0, 1, 2, 3].map((n) => {
    insert('two', many(8_000, n * 8_000));
    return known.all().map((found) => Number(found['k']));
  });
  expect(seen.map(String)).toEqual(['0,8', '8,16', '16,24', '24,32']);
});

it('a start leaves none to be made', () => {
  insert('late', many(3));
  store.close();
  open();
  expect(entries()).toBe(3);
});

it('a document that gets the row of one that is gone has its entry', () => {
  insert('late', many(2));
  expect(ids('late')).toHaveLength(2);
  remove('late', 'r1');
  insert('late', many(1, 7));
  expect(ids('late')).toEqual(['r7', 'r0']);
  for (const id of ['r0', 'r7']) remove('late', id);
  insert('late', many(1, 8));
  expect(ids('late')).toEqual(['r8']);
});

it('what was made in a transaction that was taken back is made again', () => {
  store.begin();
  insert('late', many(16_000));
  store.rollback();
  expect(entries()).toBe(0);
  insert('late', many(2));
  expect(ids('late')).toEqual(['r1', 'r0']);
});

it('an index becomes a late one, and one at once again, with what was there before', () => {
  insert('late', many(2));
  const declaredAs = (spec: ReturnType<typeof declared>): string => {
    store.close();
    database = Database.open(join(directory, 'documents.sqlite'));
    store = new Store(database);
    store.declare(spec);
    const made = database
      .prepare("select name from sqlite_master where name like 'late.%' order by name")
      .all();
    return made.map(({ name }) => String(name)).join(' ');
  };
  expect(declaredAs(declared('late', BY_KIND))).toBe('late.expire.at late.kind.at.also.note');
  insert('late', many(1, 2));
  expect(ids('late')).toEqual(['r2', 'r1', 'r0']);
  expect(declaredAs(LATE)).toBe(`late.expire.at ${INDEX} ${INDEX}.changed ${INDEX}.deleted`);
  insert('late', many(1, 3));
  expect(ids('late')).toEqual(['r3', 'r2', 'r1', 'r0']);
  expect(declaredAs(declared('late', { equal: [], sort: 'at' }))).toBe('late.at');
});

describe('what is asked of a late index on a disk without room', () => {
  const pages = () => Number(database.prepare('pragma page_count').get()?.['page_count']);
  const fill = () => database.connection.exec(`pragma max_page_count = ${pages()}`);
  const makeRoom = () => database.connection.exec('pragma max_page_count = 1000000');
  const kinds = ['k', 'other', undefined];
  const rows = (count: number, from: number): Row[] =>
    Array.from({ length: count }, (_, n) => {
      const kind = kinds[n % 3];
      return {
        id: `r${from + n}`,
        at: `${(n * 7) % 100}`,
        note: 'x'.repeat(20),
        ...(kind && { kind }),
      };
    });
  beforeEach(() => {
    for (const table of ['late', 'plain']) {
      insert(table, rows(999, 0));
      page(table);
      insert(table, rows(2_900, 999));
    }
    fill();
  });

  it('is answered all the same, and entries are made when there is room', () => {
    const known = entries();
    for (const order of ['asc', 'desc'] as const)
      for (const equal of [
        { kind: 'k' },
        { kind: 'other', note: 'x'.repeat(20) },
        { kind: 'none' },
      ])
        for (const bounds of [
          {},
          { above: '3' },
          { after: { sort: '50', id: 'r1200' }, below: '90' },
        ]) {
          const ask = { equal, sort: 'at', order, limit: 150, ...bounds };
          expect(store.page({ table: 'late', ...ask })).toBe(
            store.page({ table: 'plain', ...ask }),
          );
        }
    const tally = (table: string) =>
      store.tally({ table, equal: { kind: 'k' }, sort: 'at', bounds: ['0', '3', '6', '99'] });
    expect(tally('late')).toEqual(tally('plain'));
    expect(entries()).toBe(known);
    makeRoom();
    expect(page('late')).toBe(page('plain'));
    expect(entries()).toBeGreaterThan(known);
  });

  it('is answered all the same after a start', () => {
    const known = entries();
    store.close();
    database = Database.open(join(directory, 'documents.sqlite'));
    fill();
    store = new Store(database);
    for (const spec of [LATE, AT_ONCE]) store.declare(spec);
    expect(entries()).toBe(known);
    expect(page('late')).toBe(page('plain'));
  });
});

it('goes with its table', () => {
  insert('late', many(2));
  store.dropDerived();
  expect(ids('late')).toEqual([]);
  expect(entries()).toBe(0);
});

describe('whatever happens to documents, a late index answers as one that is written at once', () => {
  const id = fc.integer({ min: 0, max: 5 }).map((n) => `d${n}`);
  const kind = fc.constantFrom('k', 'other', null);
  const at = fc.constantFrom('1', '2', '3', null);
  const row = fc.record({ id, kind, at, note: fc.constantFrom('x', 'y') });
  const step = fc.oneof(
    fc.record({ what: fc.constant('insert' as const), row }),
    fc.record({ what: fc.constant('set' as const), row }),
    fc.record({ what: fc.constant('remove' as const), row }),
    fc.record({ what: fc.constant('sweep' as const), row }),
    fc.record({ what: fc.constant('ask' as const), row }),
    fc.record({ what: fc.constant('reopen' as const), row }),
  );
  const MEANS: Record<string, (table: string, row: Row) => unknown> = {
    insert: (table, document) => insert(table, [document]),
    set: (table, { id: of, ...set }) => write(table, { id: of, set }),
    remove: (table, { id: of }) => remove(table, of),
    sweep: () => undefined,
    ask: (table) => page(table),
    reopen: () => undefined,
  };

  it('pages and tallies are the same', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        store.dropDerived();
        for (const { what, row: about } of steps) {
          if (what === 'reopen') {
            store.close();
            open();
          }
          if (what === 'sweep') database.connection.exec(SWEEP);
          for (const table of ['late', 'plain']) MEANS[what]?.(table, about);
          if (what === 'ask') expect(page('late')).toBe(page('plain'));
        }
        for (const equal of [{ kind: 'k' }, { kind: 'k', note: 'x' }, { kind: 'other' }]) {
          expect(page('late', equal)).toBe(page('plain', equal));
          const tally = (table: string) =>
            store.tally({ table, equal, sort: 'at', bounds: ['1', '2', '9'] });
          expect(tally('late')).toEqual(tally('plain'));
        }
      }),
      { seed: 11, numRuns: 150 },
    );
  });
  const SWEEP = ['late', 'plain'].map((t) => `delete from "${t}" where f_at < '2'`).join(';');
});
