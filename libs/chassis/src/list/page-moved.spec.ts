import {
  collection,
  openEmbeddedReadModel,
  type PageQuery,
  type ReadModel,
} from '@parapet/readmodel';
import fc from 'fast-check';
import { listPage, type ListSpec } from './page';

interface Item {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
}
const VALUES = ['a', 'b', 'c'];
const KINDS = collection<Item>({ name: 'kinds', indexes: [{ equal: ['kind'], sort: 'at' }] });
const spec: ListSpec<Item> = {
  ...{ list: 'kinds', collection: KINDS, equal: {}, sort: 'at', above: '' },
  parts: VALUES.map((kind) => ({ kind })),
};

let store: ReadModel;
beforeEach(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(KINDS);
});
afterEach(() => store.close());

const item = (n: number, kind: string): Item => ({
  ...{ id: `i${1_000 + n}`, kind },
  at: String(1_000 + Math.floor(n / 3)),
});
const move = (n: number, kind: string) =>
  store.write(KINDS, [{ id: item(n, kind).id, set: { kind } }]);

/** All pages; `between` may do something before each look at an index. */
async function walk(
  limit: number,
  between: (query: PageQuery<Item>) => Promise<unknown>,
  of = spec,
): Promise<{ readonly seen: readonly string[]; readonly sizes: readonly number[] }> {
  const racing = Object.create(store) as ReadModel;
  racing.page = async (c, query) => {
    await between(query as unknown as PageQuery<Item>);
    return store.page(c, query);
  };
  const pages: (readonly string[])[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: String(limit), ...(cursor && { cursor }) };
    const { data, pagination } = await listPage(racing, query, of, (d) => d.id);
    pages.push(data);
    cursor = pagination.next_cursor;
  }
  return { seen: pages.flat(), sizes: pages.map(({ length }) => length) };
}

test('what goes from a part of a list that is not read yet to one that is read is on the page all the same', async () => {
  const items = Array.from({ length: 400 }, (_, n) => item(n, n % 2 ? 'a' : 'b'));
  await store.insert(KINDS, items);
  const { seen } = await walk(1_000, async ({ equal, after }) => {
    if (equal.kind === 'b' && after) await move(304, 'a');
  });
  expect(seen).toEqual(items.map(({ id }) => id).reverse());
});

test('what is found so is weighed too: no page becomes too heavy by it, and the next ones have the rest', async () => {
  const items = Array.from({ length: 400 }, (_, n) => item(n, n % 2 ? 'a' : 'b'));
  await store.insert(KINDS, items);
  const heavy = { ...spec, long: () => 64 * 1024 };
  const later = items.slice(0, 310).filter(({ kind }) => kind === 'b');
  const { seen, sizes } = await walk(
    1_000,
    async ({ equal, after }) => {
      if (equal.kind === 'b' && after)
        await store.write(
          KINDS,
          later.splice(0).map(({ id }) => ({ id, set: { kind: 'a' } })),
        );
    },
    heavy,
  );
  expect(seen).toEqual(items.map(({ id }) => id).reverse());
  expect(Math.max(...sizes)).toBeLessThanOrEqual(129);
});

test('however items move while pages are read, each once: all are on a page, in order, none twice, and no page is too long', async () => {
  const moves = fc.uniqueArray(
    fc.record({ n: fc.nat(149), to: fc.constantFrom(...VALUES), at: fc.nat(40) }),
    { selector: ({ n }) => n, maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(moves, fc.integer({ min: 1, max: 160 }), async (given, limit) => {
      await store.close();
      store = await openEmbeddedReadModel({ path: ':memory:' });
      await store.declare(KINDS);
      const items = Array.from({ length: 150 }, (_, n) => item(n, VALUES[n % 3] as string));
      await store.insert(KINDS, items);
      let looks = 0;
      const { seen, sizes } = await walk(limit, async () => {
        const now = looks++;
        for (const { n, to } of given.filter(({ at }) => at === now)) await move(n, to);
      });
      expect(seen).toEqual(items.map(({ id }) => id).reverse());
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    }),
    { seed: 8, numRuns: 100 },
  );
});
