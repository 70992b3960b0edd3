import { Unavailable } from '@parapet/contracts';
import { collection } from '../collection';
import { Database } from './database';
import { GroupRunner } from './group-runner';
import { pack } from './packed';
import { Store } from './store';
import { type TableSpec, tableSpec } from './table-spec';

const spec = tableSpec(collection<{ id: string }>({ name: 'rows', indexes: [] }));

/** A store that counts its transactions, and knows in which of them a table was declared. */
class CountingStore extends Store {
  commits = 0;
  readonly declaredAmongOthers: boolean[] = [];
  override declare(table: TableSpec): boolean {
    this.declaredAmongOthers.push(this.inTransaction());
    return super.declare(table);
  }
  override commit(): void {
    super.commit();
    this.commits += 1;
  }
}

describe('GroupRunner', () => {
  let database: Database;
  let store: CountingStore;
  let runner: GroupRunner;
  beforeEach(async () => {
    database = Database.open(':memory:');
    store = new CountingStore(database);
    runner = new GroupRunner(store);
    await runner.call('declare', spec);
    store.commits = 0;
  });
  afterEach(() => runner.close());

  const insert = (id: string, json = JSON.stringify({ id })) =>
    runner.call('insert', { table: 'rows', values: pack([id, json]) });

  it('calls that arrive together share one transaction', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => insert(`${i}`)));
    expect(store.commits).toBe(1);
    expect(await runner.call('count', 'rows')).toBe(100);
  });

  it('a transaction takes a bounded number of calls', async () => {
    await Promise.all(Array.from({ length: 1001 }, (_, i) => insert(`${i}`)));
    expect(store.commits).toBe(3);
  });

  it('reads alone need no transaction', async () => {
    await Promise.all([runner.call('count', 'rows'), runner.call('ping', null)]);
    expect(store.commits).toBe(0);
  });

  it('what may change the whole file shares its transaction with nothing: twice as much would be kept in memory', async () => {
    const other = tableSpec(collection<{ id: string }>({ name: 'others', indexes: [] }));
    const answers = [
      ...[insert('a'), insert('b'), runner.call('declare', other), insert('c')],
      ...[runner.call('dropDerived', null), runner.call('count', 'rows'), insert('d')],
    ];
    await Promise.all(answers);
    expect(store.declaredAmongOthers).toEqual([false, false]);
    expect(store.commits).toBe(3);
    expect(await answers[5]).toBe(0);
    expect(await runner.call('count', 'rows')).toBe(1);
  });

  it('a read sees the writes asked before it and not those asked after it', async () => {
    const counts = [];
    for (let i = 0; i < 3; i += 1) {
      void insert(`${i}`);
      counts.push(runner.call('count', 'rows'));
    }
    expect(await Promise.all(counts)).toEqual([1, 2, 3]);
  });

  it('a mistake in one call leaves its neighbours alone', async () => {
    const answers = await Promise.allSettled([
      insert('a'),
      runner.call('count', 'nowhere'),
      runner.call('write', {
        table: 'rows',
        changes: '[{"id":"a","inc":{"id2":"x"}}]',
        documents: [],
      }),
      insert('b'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await runner.call('count', 'rows')).toBe(2);
  });

  it('rule 3: a full disk is Unavailable, nothing half written stays, and it goes on when there is room', async () => {
    database.connection.exec('pragma max_page_count = 20');
    const big = JSON.stringify({ id: 'big', text: 'x'.repeat(2_000_000) });
    await expect(insert('big', big)).rejects.toBeInstanceOf(Unavailable);
    expect(await runner.call('count', 'rows')).toBe(0);

    database.connection.exec('pragma max_page_count = 100000');
    expect(await insert('big', big)).toEqual([true]);
  });

  it('rule 3: a read is answered, whatever becomes of the writes that it came with', async () => {
    await insert('a');
    database.connection.exec('pragma max_page_count = 20');
    const big = JSON.stringify({ id: 'big', text: 'x'.repeat(2_000_000) });
    const [before, refused, after] = await Promise.allSettled([
      runner.call('get', { table: 'rows', ids: ['a'], fields: null }),
      insert('big', big),
      runner.call('count', 'rows'),
    ]);
    expect(before).toEqual({ status: 'fulfilled', value: '[{"id":"a"}]' });
    expect(refused).toMatchObject({ reason: expect.any(Unavailable) });
    expect(after).toEqual({ status: 'fulfilled', value: 1 });
  });

  it('rule 3: a read that would write on a full disk is answered, and loses nothing that is said to be written', async () => {
    const index = { equal: ['kind'], sort: 'at', late: true } as const;
    const late = collection<{ id: string; kind: string; at: number }>({
      ...{ name: 'late_rows', indexes: [index] },
    });
    const make = (from: number, count: number) =>
      runner.call('insert', {
        table: 'late_rows',
        values: pack(
          Array.from({ length: count }, (_, i) => from + i).flatMap((at) => [
            ...[`r${at}`, '{}', at, 'k'],
          ]),
        ),
      });
    const page = () =>
      runner.call('page', { ...ASKED, table: 'late_rows', equal: { kind: 'k' }, sort: 'at' });
    await runner.call('declare', tableSpec(late));
    await make(0, 3_000);
    const [pages] = Object.values(database.connection.prepare('pragma page_count').get() ?? {});
    database.connection.exec(`pragma max_page_count = ${Number(pages) + 2}`);

    const answers = await Promise.allSettled([make(3_000, 1), page(), make(3_001, 1)]);
    expect(answers[1]).toMatchObject({ status: 'fulfilled' });
    const rejected = answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []));
    for (const reason of rejected) expect(reason).toBeInstanceOf(Unavailable);
    const written = [answers[0], answers[2]].filter((answer) => answer?.status === 'fulfilled');
    expect(await runner.call('count', 'late_rows')).toBe(3_000 + written.length);

    database.connection.exec('pragma max_page_count = 100000');
    expect(JSON.parse(String(await page()))).toHaveLength(3_000 + written.length);
  });
});

const ASKED = { order: 'desc', limit: 9_999 } as const;
