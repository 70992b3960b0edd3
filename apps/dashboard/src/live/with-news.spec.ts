import { isOvergrown, type ListedPages, withNews } from './with-news';

interface Thing {
  readonly id: string;
  readonly created_at: string;
  readonly isOpen: boolean;
}

const thing = (id: string, minute: number, isOpen = true): Thing => ({
  id,
  created_at: `2026-03-03T10:${String(minute).padStart(2, '0')}:00.000Z`,
  isOpen,
});

/** Pages that were read; behind the last one there is more, or nothing. */
const read = (more: boolean, ...pages: Thing[][]): ListedPages<Thing> => ({
  pages: pages.map((data, i) => {
    const has_more = more || i < pages.length - 1;
    return { data, pagination: { has_more, next_cursor: has_more ? 'next' : null } };
  }),
  pageParams: [],
});

const idsAfter = (list: ListedPages<Thing>, ...told: (Thing | string)[]): string[][] => {
  const news = new Map(told.map((one) => (typeof one === 'string' ? [one, null] : [one.id, one])));
  const { pages } = withNews(list, news, ({ isOpen }) => isOpen, new Set());
  return pages.map(({ data }) => data.map(({ id }) => id));
};

test('what is new stands at the top, also of an empty list', () => {
  expect(idsAfter(read(false, []), thing('a', 1))).toEqual([['a']]);
  expect(idsAfter(read(true, [thing('a', 1)]), thing('b', 2))).toEqual([['b', 'a']]);
});

test('what changed is changed in its place', () => {
  const list = read(false, [thing('b', 2), thing('a', 1)]);
  const changed = { ...thing('a', 1), note: 'changed' };
  const { pages } = withNews(list, new Map([['a', changed]]), () => true, new Set());
  expect(pages[0]?.data).toEqual([thing('b', 2), changed]);
});

test('what the filters no longer let through, and what is no more, is taken out', () => {
  const list = read(false, [thing('c', 3), thing('b', 2)], [thing('a', 1)]);
  expect(idsAfter(list, thing('b', 2, false), 'a')).toEqual([['c'], []]);
});

test('what comes back stands where it was', () => {
  const list = read(false, [thing('c', 3)], [thing('a', 1)]);
  expect(idsAfter(list, thing('b', 2))).toEqual([['c'], ['b', 'a']]);
});

test('what is older than all that was read waits for its page', () => {
  expect(idsAfter(read(true, [thing('c', 3)]), thing('a', 1))).toEqual([['c']]);
  expect(idsAfter(read(false, [thing('c', 3)]), thing('a', 1))).toEqual([['c', 'a']]);
});

test('a new issue is shown while a search has found nothing yet, and what was made before waits for its page', () => {
  const made = new Map([thing('c', 3), thing('b', 2), thing('a', 1)].map((one) => [one.id, one]));
  const { pages } = withNews(read(true, [], []), made, () => true, new Set(['b', 'c']));
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([['c', 'b'], []]);
});

test('things of one moment stand in the order of their ids, as the API lists them', () => {
  const list = read(false, [thing('c', 1), thing('a', 1)]);
  expect(idsAfter(list, thing('b', 1), thing('d', 1))).toEqual([['d', 'c', 'b', 'a']]);
});

test('a list of which more was told than anybody reads is to be read again, however much was read of it', () => {
  const minutes = Array.from({ length: 2_001 }, (_, i) => thing(`a${i}`, i % 60));
  expect(isOvergrown(read(true, minutes.slice(1)))).toBe(false);
  expect(isOvergrown(read(true, minutes.slice(1), minutes))).toBe(false);
  expect(isOvergrown(read(true, minutes))).toBe(true);
  expect(isOvergrown({ pages: [], pageParams: [] })).toBe(false);
});
