import fc from 'fast-check';
import type { Place } from './cursor';
import { merged } from './merged';

async function* inChunks(list: readonly Place[], size: number): AsyncGenerator<readonly Place[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}
const newestFirst = (a: Place, b: Place): number =>
  Number(b.sort) - Number(a.sort) || (a.id < b.id ? 1 : -1);

async function all(
  lists: readonly AsyncIterable<readonly Place[]>[],
): Promise<{ readonly chunks: number; readonly found: readonly Place[] }> {
  const chunks: (readonly Place[])[] = [];
  for await (const chunk of merged(lists, (place) => place)) chunks.push(chunk);
  return { chunks: chunks.length, found: chunks.flat() };
}

test('lists are one list, newest first, in whatever chunks they are read', async () => {
  const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 })));
  await fc.assert(
    fc.asyncProperty(times, fc.integer({ min: 1, max: 5 }), async (items, size) => {
      const places = items.map(([sort, list], n) => ({ place: { sort, id: `i${n}` }, list }));
      const lists = [0, 1, 2].map((list) =>
        places.filter((p) => p.list === list).map(({ place }) => place),
      );
      const { found } = await all(lists.map((list) => inChunks(list.sort(newestFirst), size)));
      expect(found).toEqual(places.map(({ place }) => place).sort(newestFirst));
    }),
    { seed: 8, numRuns: 100 },
  );
});

test('what moved from one list to another while they were read is given once', async () => {
  const [old, moved, young] = [1, 2, 3].map((sort) => ({ sort, id: `i${sort}` })) as [
    ...[Place, Place, Place],
  ];
  const lists = [
    [young, moved],
    [moved, old],
  ].map((list) => inChunks(list, 1));
  expect((await all(lists)).found).toEqual([young, moved, old]);
});

test('no chunk is asked for before what came ahead of it was given on', async () => {
  let asked = 0;
  async function* counted(): AsyncGenerator<readonly Place[]> {
    for (let sort = 9; sort > 0; sort -= 1) {
      asked += 1;
      yield [{ sort, id: 'i' }];
    }
  }
  const found = merged([counted(), inChunks([{ sort: 5, id: 'other' }], 1)], (place) => place);
  await found.next();
  expect(asked).toBe(1);
  await found.return(undefined);
});
