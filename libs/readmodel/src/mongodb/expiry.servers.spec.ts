import { collection } from '../collection';
import { FreshDatabase, until } from './testing/fresh-database';

const MINUTE = 60_000;
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
    const BRIEF = brief(MINUTE);
    await store.declare(BRIEF);
    const [past, now] = [at(-2 * MINUTE), at(0)];
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
  }, 150_000);

  it('another time to live is taken over when it is declared anew', async () => {
    const ttl = async (afterMs: number): Promise<unknown> => {
      const store = await database.client();
      await store.declare(brief(afterMs));
      const indexes = await database.raw
        .collection(`${store.generations?.current()}.brief`)
        .indexes();
      return indexes.find(({ name }) => name === 'ttl')?.['expireAfterSeconds'];
    };
    expect(await ttl(MINUTE)).toBe(60);
    expect(await ttl(2 * MINUTE)).toBe(120);
    expect(await ttl(MINUTE)).toBe(60);
  });
});
