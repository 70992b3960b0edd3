import fc from 'fast-check';
import type { PageQuery, ReadModel } from '../read-model';
import { minute, type Opened, type Thing, THINGS } from './house';

const ids = (things: readonly Thing[]): string => things.map(({ id }) => id).join('');

/** `page`. */
export function testPage(opened: Opened): void {
  const page = async (query: Partial<PageQuery<Thing>> = {}): Promise<string> =>
    ids(await opened().store.page(THINGS, { equal: {}, sort: 'at', limit: 100, ...query }));
  const given = async (...things: Thing[]): Promise<void> => {
    await opened().store.insert(THINGS, things);
  };
  const abcde = [...'abcde'].map((id, i) => ({ id, at: minute(i), kind: i % 2 ? 'odd' : 'even' }));

  it('the newest come first, or last when asked', async () => {
    await given(...abcde);
    expect(await page()).toBe('edcba');
    expect(await page({ order: 'asc' })).toBe('abcde');
  });

  it('limit is the number of documents, at most', async () => {
    await given(...abcde);
    expect(await page({ limit: 2 })).toBe('ed');
    expect(await page({ limit: 2, order: 'asc' })).toBe('ab');
  });

  it('equality fields pick, by value and by type', async () => {
    await given(...abcde, { id: 'x', kind: 'k', open: true, rank: 1 });
    expect(await page({ equal: { kind: 'even' } })).toBe('eca');
    expect(await page({ equal: { kind: 'EVEN' } })).toBe('');
    expect(await page({ equal: { kind: 'k', open: true }, sort: 'rank' })).toBe('x');
    expect(await page({ equal: { kind: 'k', open: false }, sort: 'rank' })).toBe('');
  });

  it('above and below are exclusive bounds', async () => {
    await given(...abcde);
    const bounds = { above: minute(0), below: minute(4) };
    expect(await page(bounds)).toBe('dcb');
    expect(await page({ ...bounds, order: 'asc' })).toBe('bcd');
    expect(await page({ above: minute(3) })).toBe('e');
    expect(await page({ below: minute(1), order: 'asc' })).toBe('a');
  });

  it('after continues behind the last item seen', async () => {
    await given(...abcde);
    const after = { sort: minute(2), id: 'c' };
    expect(await page({ after })).toBe('ba');
    expect(await page({ after, order: 'asc' })).toBe('de');
    expect(await page({ after, above: minute(0) })).toBe('b');
    expect(await page({ after, below: minute(1) })).toBe('a');
    expect(await page({ after, below: minute(4) })).toBe('ba');
    expect(await page({ after, above: minute(3), order: 'asc' })).toBe('e');
    expect(await page({ after: { sort: minute(2), id: 'cc' } })).toBe('cba');
  });

  it('what is to be left out is on no page, and the next ones take its place', async () => {
    await given(...abcde);
    expect(await page({ without: ['d', 'a', 'x'], limit: 2 })).toBe('ec');
    expect(await page({ without: ['a'], below: minute(4), order: 'asc', limit: 2 })).toBe('bc');
    expect(await page({ without: ['c'], after: { sort: minute(3), id: 'd' } })).toBe('ba');
    expect(await page({ without: [], limit: 2 })).toBe('ed');
    expect(await page({ without: ['e'], sort: 'id', limit: 2 })).toBe('dc');
  });

  it('every id has its place, also one that begins with a sign', async () => {
    await given(...['a', '$', '-', '-A', '+', '0', ' '].map((id) => ({ id, open: true })));
    expect(await page({ sort: 'id', order: 'asc' })).toBe(' $+--A0a');
    expect(await page({ equal: { open: true }, sort: 'id' })).toBe('a0-A-+$ ');
  });

  it('ids break ties in the same direction', async () => {
    await given(...[...'bdac'].map((id) => ({ id, at: minute(0) })));
    expect(await page()).toBe('dcba');
    expect(await page({ order: 'asc' })).toBe('abcd');
    expect(await page({ after: { sort: minute(0), id: 'c' } })).toBe('ba');
    expect(await page({ after: { sort: minute(0), id: 'b' }, order: 'asc' })).toBe('cd');
  });

  it('numbers are ordered by value and strings by code point', async () => {
    const ranked = [100, -1, 9, 2.5].map((rank) => ({
      id: `${rank}`,
      kind: 'k',
      open: true,
      rank,
    }));
    await given(...ranked, { id: 'p', at: '\u{ffff}' }, { id: 'q', at: '\u{1f642}' });
    const ranks = { equal: { kind: 'k', open: true }, sort: 'rank', order: 'asc' } as const;
    expect(await page(ranks)).toBe('-12.59100');
    expect(await page({ order: 'asc' })).toBe('pq');
  });

  it('a document without the sort field is on no page', async () => {
    await given({ id: 'a' }, { id: 'b', at: null }, { id: 'c', at: minute(1) });
    expect(await page()).toBe('c');
    expect(await page({ order: 'asc' })).toBe('c');
    expect(await page({ order: 'asc', below: minute(2) })).toBe('c');
  });

  it('the id can be the sort field', async () => {
    await given(...abcde);
    expect(await page({ sort: 'id', after: { sort: 'd', id: 'd' }, above: 'a' })).toBe('cb');
  });

  it('fields that an index holds also pick, in order and from behind the item seen last', async () => {
    const things = [...'abcdef'].map((id, i) => ({
      id,
      kind: i % 2 ? 'odd' : 'even',
      rank: i % 3,
    }));
    await given(...things.map((thing) => ({ ...thing, open: true })), { id: 'x', kind: 'odd' });
    const odd = { equal: { open: true, kind: 'odd' }, sort: 'id' } as const;
    expect(await page(odd)).toBe('fdb');
    expect(await page({ ...odd, limit: 1, after: { sort: 'f', id: 'f' } })).toBe('d');
    expect(await page({ ...odd, order: 'asc', above: 'b' })).toBe('df');
    expect(await page({ ...odd, equal: { open: true, rank: 0 } })).toBe('da');
    expect(await page({ ...odd, equal: { open: true, kind: 'even', rank: 1 } })).toBe('e');
    await opened().store.write(THINGS, [{ id: 'd', set: { kind: 'even' } }]);
    expect(await page(odd)).toBe('fb');
  });

  it.each<Partial<PageQuery<Thing>>>([
    { equal: { open: true } },
    { equal: { kind: 'k' }, sort: 'id' },
    { equal: { open: true, at: 'x' }, sort: 'id' },
    { equal: { kind: 'k', open: true } },
    { equal: { kind: 'k' }, sort: 'rank' },
    { sort: 'kind' },
  ])('a query that no declared index serves is a mistake: %j', async (query) => {
    await expect(page(query)).rejects.toThrow(/index/);
  });

  it('a page sees every write that was acknowledged before it was asked for', async () => {
    const { store } = opened();
    for (let i = 0; i < 20; i += 1) {
      await store.insert(THINGS, [{ id: `n${i}`, at: minute(i) }]);
      expect(await page({ limit: 1 })).toBe(`n${i}`);
    }
  });

  it('a cursor walk sees every item exactly once while others are inserted', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(walks, async (walk) => {
        round += 1;
        await walkSeesAll(opened().store, `round ${round}`, walk);
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });
}

interface Walk {
  readonly before: readonly number[];
  readonly during: readonly number[];
  readonly limit: number;
  readonly order: 'asc' | 'desc';
}

const minutes = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 25 });
const walks: fc.Arbitrary<Walk> = fc.record({
  before: minutes,
  during: minutes,
  limit: fc.integer({ min: 1, max: 7 }),
  order: fc.constantFrom('asc', 'desc'),
});

async function walkSeesAll(store: ReadModel, kind: string, walk: Walk): Promise<void> {
  const things = (at: readonly number[], name: string): Thing[] =>
    at.map((n, i) => ({ id: `${kind}/${name}/${i}`, kind, at: minute(n) }));
  const [before, late] = [things(walk.before, 'before'), things(walk.during, 'during')];
  await store.insert(THINGS, before);

  const seen: string[] = [];
  let after: PageQuery<Thing>['after'];
  for (;;) {
    const { limit, order } = walk;
    const query = { equal: { kind }, sort: 'at', limit, order } as const;
    const found = await store.page(THINGS, after ? { ...query, after } : query);
    seen.push(...found.map(({ id }) => id));
    const last = found.at(-1);
    if (!last) break;
    after = { sort: last.at ?? '', id: last.id };
    await store.insert(THINGS, late.splice(0, 3));
  }

  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => id.includes('/before/')).sort()).toEqual(
    before.map(({ id }) => id).sort(),
  );
}
