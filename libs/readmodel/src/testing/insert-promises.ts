import { ODD_KEYS, type Opened, type Thing, THINGS } from './house';

/** `get`, `getMany` and `insert`. */
export function testInsert(opened: Opened): void {
  it('a document comes back as it was inserted', async () => {
    const { store } = opened();
    const note = { nested: [1, 'zwei', null, { deep: true }], text: 'ü \u{1f642} "quoted"\n\0' };
    const thing: Thing = { id: 'a', kind: 'k', open: true, rank: 2 ** 53 - 1, at: null, note };

    await store.insert(THINGS, [thing]);

    expect(await store.get(THINGS, 'a')).toEqual(thing);
  });

  it('a document comes back whatever keys there are within its fields', async () => {
    const { store } = opened();
    const note = { ...ODD_KEYS, list: [{ ...ODD_KEYS, deep: ODD_KEYS }] };
    const thing: Thing = { id: 'a', kind: 'k', at: 'x', note };

    await store.insert(THINGS, [thing]);

    expect(await store.get(THINGS, 'a')).toEqual(thing);
    expect((await store.getMany(THINGS, ['a'], ['note'])).get('a')).toEqual({ id: 'a', note });
    const page = await store.page(THINGS, { equal: { kind: 'k' }, sort: 'at', limit: 10 });
    expect(page).toEqual([thing]);
  });

  it('a list of objects comes back also where its key is the name of something that all objects have', async () => {
    const { store } = opened();
    const names = Object.getOwnPropertyNames(Object.prototype);
    const note = Object.fromEntries(names.map((name) => [name, [{ of: name, deep: [{}] }, 1]]));
    const thing: Thing = { id: 'a', kind: 'k', at: 'x', note };

    await store.insert(THINGS, [thing]);

    expect(JSON.stringify((await store.get(THINGS, 'a'))?.note)).toBe(JSON.stringify(note));
    const [listed] = await store.page(THINGS, { equal: { kind: 'k' }, sort: 'at', limit: 10 });
    expect(JSON.stringify(listed?.note)).toBe(JSON.stringify(note));
  });

  it('what the caller does to a document afterwards does not reach the store', async () => {
    const { store } = opened();
    const note = ['as inserted'];
    await store.insert(THINGS, [{ id: 'a', note }]);
    note.push('changed');

    const read = await store.get(THINGS, 'a');
    Object.assign(read ?? {}, { note: 'changed' });

    expect(await store.get(THINGS, 'a')).toEqual({ id: 'a', note: ['as inserted'] });
  });

  it('a document that does not exist is undefined', async () => {
    expect(await opened().store.get(THINGS, 'nobody')).toBeUndefined();
  });

  it('fields that are undefined are left out', async () => {
    const { store } = opened();
    const thing: object = { kind: undefined, note: undefined };
    await store.insert(THINGS, [{ ...thing, id: 'a' }]);

    expect(Object.keys((await store.get(THINGS, 'a')) ?? {})).toEqual(['id']);
  });

  it('insert answers per document, in the order given, and leaves what existed as it is', async () => {
    const { store } = opened();
    await store.insert(THINGS, [{ id: 'b', kind: 'first' }]);

    const answers = await store.insert(THINGS, [
      { id: 'c', kind: 'second' },
      { id: 'b', kind: 'second' },
      { id: 'a', kind: 'second' },
    ]);

    expect(answers).toEqual([true, false, true]);
    expect((await store.get(THINGS, 'b'))?.kind).toBe('first');
  });

  it('within one insert the first of an id wins', async () => {
    const { store } = opened();
    const answers = await store.insert(THINGS, [
      { id: 'b', rank: 1 },
      { id: 'a', rank: 2 },
      { id: 'b', rank: 3 },
    ]);

    expect(answers).toEqual([true, true, false]);
    expect((await store.get(THINGS, 'b'))?.rank).toBe(1);
  });

  it('of racing inserts of one id exactly one is answered true, and its document stays', async () => {
    const { store, rival } = opened();
    const racers = Array.from({ length: 16 }, (_, rank) => ({ rank, client: rank % 2 === 0 }));
    const answers = await Promise.all(
      racers.map(({ rank, client }) =>
        (client ? store : rival).insert(THINGS, [{ id: `own-${rank}` }, { id: 'contested', rank }]),
      ),
    );

    const winners = racers.filter(({ rank }) => answers[rank]?.[1]);
    expect(winners).toHaveLength(1);
    expect((await store.get(THINGS, 'contested'))?.rank).toBe(winners[0]?.rank);
    expect(answers.every((answer) => answer[0])).toBe(true);
  });

  it('inserting nothing is answered with nothing', async () => {
    expect(await opened().store.insert(THINGS, [])).toEqual([]);
  });

  it('getMany answers the documents that exist, by id', async () => {
    const { store } = opened();
    await store.insert(THINGS, [{ id: 'a', rank: 1 }, { id: 'b' }]);

    const found = await store.getMany(THINGS, ['b', 'nobody', 'a', 'b']);

    expect([...found.keys()].sort()).toEqual(['a', 'b']);
    expect(found.get('a')).toEqual({ id: 'a', rank: 1 });
    expect((await store.getMany(THINGS, [])).size).toBe(0);
  });

  it('getMany with fields answers only those, and the id', async () => {
    const { store } = opened();
    await store.insert(THINGS, [{ id: 'a', rank: 1, kind: 'k', note: 'long' }, { id: 'b' }]);

    const found = await store.getMany(THINGS, ['a', 'b'], ['rank', 'kind']);

    expect(found.get('a')).toEqual({ id: 'a', rank: 1, kind: 'k' });
    expect(found.get('b')).toEqual({ id: 'b' });
  });

  it('a collection that was not declared is a mistake, not an empty one', async () => {
    const undeclared = { ...THINGS, name: 'undeclared_things' };
    await expect(opened().store.get(undeclared, 'a')).rejects.toThrow(/undeclared_things/);
  });

  it('count is exact', async () => {
    const { store } = opened();
    await store.insert(THINGS, [{ id: 'a' }, { id: 'b' }, { id: 'a' }]);
    expect(await store.count(THINGS)).toBe(2);
  });

  it('declaring again keeps the documents', async () => {
    const { store } = opened();
    await store.insert(THINGS, [{ id: 'a' }]);
    await store.declare(THINGS);
    expect(await store.count(THINGS)).toBe(1);
  });
}
