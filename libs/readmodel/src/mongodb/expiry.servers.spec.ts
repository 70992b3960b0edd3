import { collection } from '../collection';
import { FreshDatabase, until } from './testing/fresh-database';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
interface Brief {
  readonly id: string;
  readonly seen?: string;
}
const brief = (afterMs: number) =>
  collection<Brief>({ name: 'brief', indexes: [], expire: { field: 'seen', afterMs } });

describe('expiry in MongoDB', () => {
  let database: FreshDatabase;
  beforeEach(async () => (database = await new FreshDatabase().begin()));
  afterEach(() => database.discard());
  const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

  it('the server removes what has expired by its field, however the field was written, and nothing else', async () => {
    const store = await database.client();
    // So long that what is young stays so, however late the server looks.
    const BRIEF = brief(HOUR);
    await store.declare(BRIEF);
    const [past, now] = [at(-2 * HOUR), at(0)];
    await store.insert(BRIEF, [
      ...['inserted', 'set on', 'set off', 'maxed', 'minned up', 'unset'].map((id) => ({
        id,
        seen: past,
      })),
      { id: 'young', seen: now },
      { id: 'minned', seen: now },
      { id: 'timeless' },
    ]);
    await store.write(BRIEF, [
      { id: 'set on', set: { seen: now } },
      { id: 'maxed', max: { seen: now } },
      { id: 'minned up', min: { seen: now } },
      { id: 'unset', unset: ['seen'] },
      { id: 'minned', min: { seen: past } },
      { id: 'made', insert: { seen: past } },
      { id: 'made young', insert: {}, min: { seen: now } },
    ]);
    await store.increment('over', 1, Date.now() - 1);

    const ids = async () =>
      (await database.raw.collection(`${store.generations?.current()}.brief`).find().toArray())
        .map(({ _id }) => String(_id))
        .filter((id) => id !== '0')
        .sort();
    const left = ['made young', 'maxed', 'set on', 'timeless', 'unset', 'young'];
    await until(async () => (await ids()).length <= left.length);
    expect(await ids()).toEqual(left);
    await until(async () => (await database.raw.collection('counter_').countDocuments()) === 0);
  });

  it.each([
    ['behind', -2 * HOUR],
    ['ahead of', 2 * HOUR],
  ])('a counter lives as long as its caller says, whose clock is %s the server', async (_, by) => {
    const now = (): number => Date.now() + by;
    const store = await database.client({ now });
    for (const total of [1, 2]) {
      const before = Date.now();
      expect(await store.increment('a', 1, now() + MINUTE)).toBe(total);
      const counter = await database.raw.collection('counter_').findOne();
      const end = Number(counter?.['_x']);
      expect(end - before).toBeGreaterThan(0.9 * MINUTE);
      expect(end - Date.now()).toBeLessThan(1.1 * MINUTE);
    }
  });

  /** How many seconds documents live after a client has declared that. */
  const ttl = async (afterMs: number, expires = true): Promise<unknown> => {
    const store = await database.client({ expires });
    await store.declare(brief(afterMs));
    return ttlIn(`${store.generations?.current()}.brief`);
  };
  const ttlIn = async (name: string): Promise<unknown> => {
    const indexes = await database.raw.collection(name).indexes();
    return indexes.find((index) => index.name === 'ttl')?.['expireAfterSeconds'];
  };

  it('another time to live is not taken over from a client that only looks in', async () => {
    const other = 'of.somebody';
    expect(await ttl(2 * MINUTE)).toBe(120);
    const store = await database.client();
    const things = database.raw.collection(`${store.generations?.current()}.brief`);
    await things.createIndex({ [other]: 1 }, { name: other });
    expect(await ttl(MINUTE, false)).toBe(120);
    expect((await things.indexes()).map(({ name }) => name)).toContain(other);
  });

  it('an index that another version declares stays for its replicas, an expiry that is declared no more does not', async () => {
    const store = await database.client();
    await store.declare(brief(MINUTE));
    const things = database.raw.collection(`${store.generations?.current()}.brief`);
    await things.createIndex({ kind: 1 }, { name: 'kind' });
    const next = await database.client();
    await next.declare(collection<Brief>({ name: 'brief', indexes: [] }));
    expect((await things.indexes()).map(({ name }) => name)).toContain('kind');
    expect(await ttlIn(things.collectionName)).toBeUndefined();
  });

  it('what a client makes that only looks in does not expire before it is declared by one that serves', async () => {
    const FOR_EVER_S = 2_147_483_647;
    const visitor = await database.client({ expires: false });
    const shadow = await visitor.generations?.shadow();
    await shadow?.declare(brief(MINUTE));
    await shadow?.close();
    const names = await database.collections();
    const shadowed = names.find((name) => name.endsWith('.brief')) ?? '';
    expect(await ttlIn(shadowed)).toBe(FOR_EVER_S);
    expect(await ttl(MINUTE, false)).toBe(FOR_EVER_S);
    expect(await ttl(MINUTE)).toBe(60);
  });

  it('another time to live is taken over when it is declared anew', async () => {
    expect(await ttl(MINUTE)).toBe(60);
    expect(await ttl(2 * MINUTE)).toBe(120);
    expect(await ttl(MINUTE)).toBe(60);
  });
});
