import { collection } from '../collection';
import type { TallyAsk } from './calls';
import { Database } from './database';
import { openEmbeddedReadModel } from './open-embedded-read-model';
import { servingIndex } from './serving-index';
import { Store } from './store';
import { tableSpec } from './table-spec';
import { tallySql } from './tally-sql';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly open?: boolean;
  readonly at: number;
}
const ROWS = collection<Row>({
  name: 'rows',
  indexes: [
    { equal: [], sort: 'at' },
    { equal: ['kind'], sort: 'at' },
    { equal: [], sort: 'id' },
    { equal: ['open'], sort: 'at', also: ['kind'] },
    { equal: ['kind'], sort: 'id', late: true },
  ],
});

describe('tallySql', () => {
  const database = Database.open(':memory:');
  const store = new Store(database);
  const spec = tableSpec(ROWS);
  store.declare(spec);
  afterAll(() => store.close());

  it.each([
    [{}, 'at'],
    [{ kind: 'k' }, 'at'],
    [{}, 'id'],
    [{ open: true }, 'at'],
    [{ open: true, kind: 'k' }, 'at'],
    [{ kind: 'k' }, 'id'],
  ])('a range is counted by entries of the index alone: %j by %s', (equal, sort) => {
    const ask: TallyAsk = { table: 'rows', equal, sort, bounds: ['a', 'b'] };
    const { sql, parameters } = tallySql(spec, ask, 0, { index: servingIndex(spec, ask) });
    const steps = database.connection.prepare(`explain query plan ${sql}`).all(...parameters);
    expect(steps.map((row) => row['detail'])).toEqual([
      expect.stringMatching(
        /^SEARCH entry USING (PRIMARY KEY|COVERING INDEX rows\.[a-z.]+) \(.*>.*<.*\)$/,
      ),
    ]);
  });
});

it('a tally of many documents gives way to other calls between its ranges', async () => {
  const rows = await openEmbeddedReadModel({ path: ':memory:' });
  await rows.declare(ROWS);
  const documents = Array.from({ length: 60_000 }, (_, at) => ({ id: `${at}`, kind: 'k', at }));
  await rows.insert(ROWS, documents);

  const order: string[] = [];
  const note = (what: string) => (): void => void order.push(what);
  const query = { equal: {}, sort: 'at', bounds: [0, 55_000, 59_000, 60_000] } as const;
  const tallied = rows.tally(ROWS, query);
  await Promise.all([tallied.then(note('tally')), rows.ping().then(note('other'))]);

  expect(await tallied).toEqual([55_000, 4_000, 1_000]);
  expect(order).toEqual(['other', 'tally']);
  await rows.close();
});
