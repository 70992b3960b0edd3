import { Unavailable } from '@parapet/contracts';
import { awake } from '../../../../tools/test/awake.mjs';
import { THINGS } from '../testing/house';
import type { MongoReadModel } from './mongo-read-model';
import { openMongoReadModel } from './open-mongo-read-model';
import { BadLine } from './testing/bad-line';
import { FreshDatabase, until } from './testing/fresh-database';

describe('MongoDB away', () => {
  let database: FreshDatabase;
  let line: BadLine;
  beforeEach(async () => {
    database = await new FreshDatabase().begin();
    line = await BadLine.open();
  });
  afterEach(async () => {
    line.mend();
    await database.discard();
    await line.close();
  });

  const took = async (work: Promise<unknown>): Promise<number> =>
    (await awake(() => expect(work).rejects.toBeInstanceOf(Unavailable))).ms;
  const answers = (store: MongoReadModel): Promise<boolean> =>
    store.get(THINGS, 'a').then(
      (found) => found !== undefined,
      () => false,
    );

  it.each(['stall', 'cut'] as const)(
    'rule 3: %s: whoever meets it waits at most 3 s, the next are refused at once, and it mends itself',
    async (how) => {
      const said: string[] = [];
      const logger = { warn: (_: object, message: string) => said.push(message) };
      const store = await database.client({ url: line.url, logger });
      await store.insert(THINGS, [{ id: 'a' }]);
      line[how]();

      expect(await took(store.get(THINGS, 'a'))).toBeLessThan(3_500);
      const many = Array.from({ length: 200 }, () =>
        took(store.write(THINGS, [{ id: 'a', set: {} }])),
      );
      expect(Math.max(...(await Promise.all(many)))).toBeLessThan(1_000);
      expect(await took(store.insert(THINGS, [{ id: 'b' }]))).toBeLessThan(1_000);

      line.mend();
      await until(() => answers(store));
      expect(said[0]).toMatch(/away/);
      expect(said.at(-1)).toMatch(/again/);
    },
  );

  it('rule 10: whoever has not heard for a lease inserts nothing, whatever happened meanwhile', async () => {
    const [near, far] = [await database.client(), await database.client({ url: line.url })];
    await near.insert(THINGS, [{ id: 'known' }]);
    const before = far.generations?.current();
    line.stall();
    const late = far.insert(THINGS, [{ id: 'late' }]).catch((error: unknown) => error);
    await near.dropDerived();
    await near.insert(THINGS, [{ id: 'known' }]);
    line.mend();

    expect(await late).not.toEqual([true]);
    await until(() => far.generations?.current() !== before);
    await until(
      async () => (await far.insert(THINGS, [{ id: 'known' }]).catch(() => null)) !== null,
    );
    expect(await far.insert(THINGS, [{ id: 'known' }])).toEqual([false]);
  });

  it('opening waits for it, says so, and can be given up', async () => {
    line.cut();
    const said: string[] = [];
    const logger = { warn: (_: object, message: string) => said.push(message) };
    const options = { ...database.options, url: line.url, logger };
    const stop = new AbortController();
    const [given, opened] = [
      openMongoReadModel({ ...options, signal: stop.signal }),
      openMongoReadModel(options),
    ];
    await until(() => said.filter((line) => /waiting/.test(line)).length === 2);
    stop.abort();
    await expect(given).rejects.toThrow();
    line.mend();
    await database.closing(await opened).ping();
  });
});
