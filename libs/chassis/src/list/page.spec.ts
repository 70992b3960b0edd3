import { Unavailable } from '@parapet/contracts';
import { collection, openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import fc from 'fast-check';
import { listAll, listPage, type ListSpec, type Page } from './page';

interface Item {
  readonly id: string;
  readonly at: number;
  readonly kind: string;
}
const ITEMS = collection<Item>({
  name: 'items',
  indexes: [
    { equal: [], sort: 'at' },
    { equal: ['kind'], sort: 'at' },
  ],
});
const all: ListSpec<Item> = { list: 'items', collection: ITEMS, equal: {}, sort: 'at' };

let store: ReadModel;
beforeEach(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(ITEMS);
});
afterEach(() => store.close());

const item = (n: number, at = n): Item => ({ id: `i${n}`, at, kind: n % 2 ? 'odd' : 'even' });
const put = (...items: Item[]): Promise<unknown> => store.insert(ITEMS, items);
const page = (query: object, spec = all): Promise<Page<string>> =>
  listPage(store, { ...query }, spec, (d) => d.id);
const ids = async (spec: ListSpec<Item>): Promise<string[]> => {
  const found: string[] = [];
  for await (const d of listAll(store, spec)) found.push(d.id);
  return found;
};

test('a page is newest first and says whether there is more', async () => {
  await put(item(1), item(2), item(3));
  const first = await page({ limit: '2' });
  expect(first).toMatchObject({ data: ['i3', 'i2'], pagination: { has_more: true } });
  const cursor = first.pagination.next_cursor;
  expect(await page({ limit: '2', cursor })).toEqual({
    data: ['i1'],
    pagination: { next_cursor: null, has_more: false },
  });
});

test('a page that is exactly full is the last one', async () => {
  await put(item(1), item(2));
  expect((await page({ limit: '2' })).pagination.has_more).toBe(false);
});

test('an empty list is an empty page', async () => {
  expect(await page({})).toEqual({ data: [], pagination: { next_cursor: null, has_more: false } });
});

test('a filter that no index knows still fills the page', async () => {
  await put(...Array.from({ length: 30 }, (_, n) => item(n)));
  const keep = (d: Item): boolean => d.at % 7 === 0;
  const first = await page({ limit: '3' }, { ...all, keep });
  expect(first.data).toEqual(['i28', 'i21', 'i14']);
  const second = await page({ limit: '3', cursor: first.pagination.next_cursor }, { ...all, keep });
  expect(second).toMatchObject({ data: ['i7', 'i0'], pagination: { has_more: false } });
});

test('a page whose filter leaves little of much ends after a while, and the next ones go on behind what was read', async () => {
  await put(...Array.from({ length: 1_000 }, (_, n) => item(n)));
  const pageOf = jest.spyOn(store, 'page');
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  const found: string[][] = [];
  const spec = { ...all, keep: (d: Item): boolean => d.at < 2 };
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, pagination } = await page({ limit: '1', ...(cursor && { cursor }) }, spec);
    found.push([...data]);
    cursor = pagination.next_cursor;
  }
  clock.mockRestore();
  expect(found.flat()).toEqual(['i1', 'i0']);
  expect(found.length).toBeGreaterThan(2);
  expect(pageOf.mock.calls.length).toBeLessThan(20);
});

test('everything is listed when nobody asks for pages, however much it is', async () => {
  await put(...Array.from({ length: 2_500 }, (_, n) => item(n, n % 50)));
  expect(new Set(await ids(all)).size).toBe(2_500);
  expect(await ids({ ...all, equal: { kind: 'odd' }, above: 48 })).toHaveLength(50);
});

test('a cursor walk sees every item exactly once while items are inserted', async () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(times, times, fc.integer({ min: 1, max: 7 }), async (old, young, limit) => {
      await store.close();
      store = await openEmbeddedReadModel({ path: ':memory:' });
      await store.declare(ITEMS);
      await put(...old.map((at, n) => item(n, at)));
      const coming = young.map((at, n) => item(1_000 + n, at));
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const query = { limit: String(limit), ...(cursor && { cursor }) };
        const { data, pagination } = await page(query);
        seen.push(...data);
        cursor = pagination.next_cursor;
        const next = coming.pop();
        if (next) await put(next);
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(old.map((_, n) => `i${n}`)));
    }),
    { seed: 8, numRuns: 60 },
  );
});

test('a page of heavy items ends early, and the next ones have the rest', async () => {
  await put(...Array.from({ length: 300 }, (_, n) => item(n)));
  const heavy = { ...all, long: () => 1024 * 1024 };
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, pagination } = await page({ limit: '200', ...(cursor && { cursor }) }, heavy);
    expect(data.length).toBeLessThanOrEqual(9);
    found.push(...data);
    cursor = pagination.next_cursor;
  }
  expect(found).toEqual(Array.from({ length: 300 }, (_, n) => `i${299 - n}`));
});

test.each([
  ['a value', (text: string) => ({ text })],
  ['JSON text', (text: string) => JSON.stringify(text)],
  ['a number of bytes', (text: string) => 3 * text.length],
])(
  'a page ends by the bytes of what is long, also where a character is three: %s',
  async (_, of) => {
    await put(...Array.from({ length: 30 }, (_unused, n) => item(n)));
    const long = () => of('界'.repeat(350_000));
    const { data, pagination } = await page({ limit: '30' }, { ...all, long });
    expect([data.length, pagination.has_more]).toEqual([8, true]);
  },
);

test('a long page is read in pieces, and is one page', async () => {
  await put(...Array.from({ length: 300 }, (_, n) => item(n)));
  const whole = await page({ limit: '300' });
  expect([whole.data.length, whole.pagination.has_more]).toEqual([300, false]);
  const most = await page({ limit: '299' });
  expect([most.data.length, most.pagination.has_more]).toEqual([299, true]);
});

test('a list of every kind is one list, read from the index of each', async () => {
  const parts = [{ kind: 'even' }, { kind: 'odd' }];
  const KINDS = collection<Item>({ name: 'kinds', indexes: [{ equal: ['kind'], sort: 'at' }] });
  await store.declare(KINDS);
  await store.insert(
    KINDS,
    Array.from({ length: 400 }, (_, n) => item(n, n % 3)),
  );
  const kinds = { ...all, collection: KINDS, parts, above: 0 };
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, pagination } = await page({ limit: '90', ...(cursor && { cursor }) }, kinds);
    seen.push(...data);
    cursor = pagination.next_cursor;
  }
  const at = (time: number): string[] =>
    Array.from({ length: 400 }, (_, n) => n)
      .filter((n) => n % 3 === time)
      .map((n) => `i${n}`)
      .sort()
      .reverse();
  expect(seen).toEqual([...at(2), ...at(1)]);
});

/** Before their second chunk is read the documents are dropped. */
async function droppedBetween(): Promise<void> {
  await store.close();
  const documents = await GenerationsInMemory.open();
  store = documents;
  await store.declare(ITEMS);
  await put(...Array.from({ length: 300 }, (_, n) => item(n)));
  const { page: pageOf } = documents;
  jest.spyOn(documents, 'page').mockImplementationOnce(async (...asked) => {
    const found = await pageOf(...asked);
    await documents.dropDerived();
    await put(item(1));
    return found;
  });
}

test('of a whole list that is dropped while it is read no part is taken for the whole', async () => {
  await droppedBetween();
  await expect(ids(all)).rejects.toThrow(Unavailable);
});

test('a page of documents that are dropped while it is read is of those that took their place', async () => {
  await droppedBetween();
  expect(await page({ limit: '300' })).toMatchObject({ data: ['i1'] });
});
