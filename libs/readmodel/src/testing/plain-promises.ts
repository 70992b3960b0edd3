import type { Change } from '../read-model';
import { minute, type Opened, type Sight, SIGHTS } from './house';

const sight = (id: string, more: Partial<Sight> = {}): Sight => ({
  ...{ id, kind: 'k', at: minute(1), rank: 1, item: `{"id":"${id}"}` },
  ...more,
});

/** Documents of which every field is declared: an adapter may keep them in another form, and promises the same. */
export function testPlain(opened: Opened): void {
  const given = async (...sights: Sight[]): Promise<void> => {
    await opened().store.insert(SIGHTS, sights);
  };
  const when = (...changes: Change<Sight>[]) => opened().store.write(SIGHTS, changes);
  const then = (id: string): Promise<Sight | undefined> => opened().store.get(SIGHTS, id);
  const page = (equal: object) => opened().store.page(SIGHTS, { equal, sort: 'at', limit: 9 });

  it('a document comes back as it was inserted, whatever its texts and numbers are', async () => {
    const all = [
      sight('long', { item: 'ü \u{1f642} "quoted" \\ \n\0 end'.repeat(5_000) }),
      sight('empty', { item: '', kind: '', rank: 0 }),
      sight('numbers', { rank: 2 ** 53 - 1, item: '12', kind: '1e3' }),
      sight('fraction', { rank: -0.1 - 0.2 }),
    ];
    await given(...all);
    for (const one of all) expect(await then(one.id)).toEqual(one);
    expect(await then('nobody')).toBeUndefined();
  });

  it('a field that a document lacks is not there', async () => {
    const { rank: _, ...without } = sight('a');
    const absent: object = { rank: undefined };
    await given({ ...without, ...absent });
    expect(Object.keys((await then('a')) ?? {}).toSorted()).toEqual(
      Object.keys(without).toSorted(),
    );
    expect((await opened().store.getMany(SIGHTS, ['a'], ['rank'])).get('a')).toEqual({ id: 'a' });
  });

  it('insert answers per document, in the order given, and leaves what existed as it is', async () => {
    const { store } = opened();
    await given(sight('b', { item: 'first' }));
    const second = ['c', 'b', 'a', 'c'].map((id, n) => sight(id, { item: `second ${n}` }));
    expect(await store.insert(SIGHTS, second)).toEqual([true, false, true, false]);
    const found = await store.getMany(SIGHTS, ['a', 'b', 'c', 'd', 'a'], ['item']);
    expect([...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'a', item: 'second 2' },
      { id: 'b', item: 'first' },
      { id: 'c', item: 'second 0' },
    ]);
  });

  it('every part of a change does what it does to any document', async () => {
    const changes: Change<Sight>[] = [
      { id: 'a', set: { item: 'changed' }, unset: ['rank'] },
      { id: 'a', inc: { rank: 3 }, max: { at: minute(9) }, min: { kind: 'a' } },
      { id: 'a', set: { item: 'lower' }, guard: { field: 'rank', below: 3 } },
      { id: 'a', set: { item: 'equal' }, guard: { field: 'rank', equals: 3 } },
      { id: 'a', set: { kind: 'a' } },
      { id: 'b', set: { item: 'nobody' } },
      { id: 'c', insert: { kind: 'new', item: 'made' }, max: { at: minute(2) }, inc: { rank: 2 } },
    ];
    await given(sight('a'));
    expect(await when(...changes)).toEqual([
      ...['updated', 'updated', 'unchanged', 'updated', 'updated', 'unchanged', 'inserted'],
    ]);
    expect(await then('a')).toEqual({ id: 'a', kind: 'a', at: minute(9), rank: 3, item: 'equal' });
    const made = { id: 'c', kind: 'new', at: minute(2), rank: 2, item: 'made' };
    expect(await then('c')).toEqual(made);
  });

  it('a change that says what it makes is as one that does not', async () => {
    await given(sight('a', { rank: 4 }));
    const makes = sight('a', { rank: 5, item: 'made' });
    const set = { rank: 5, item: 'made' };
    expect(await when({ id: 'a', set, makes, guard: { field: 'rank', equals: 3 } })).toEqual([
      'unchanged',
    ]);
    expect(await when({ id: 'a', set, makes, guard: { field: 'rank', equals: 4 } })).toEqual([
      'updated',
    ]);
    expect(await then('a')).toEqual(makes);
    expect(await when({ id: 'b', insert: sight('b') })).toEqual(['inserted']);
    expect(await then('b')).toEqual(sight('b'));
  });

  it('they are listed by each of their indexes, as they were changed since', async () => {
    const [a, b, c] = [sight('a', { at: minute(1) }), sight('b', { at: minute(3) }), sight('c')];
    await given(a, b, { ...c, at: minute(2), kind: 'other' });
    expect(await page({})).toEqual([b, { ...c, at: minute(2), kind: 'other' }, a]);
    expect(await page({ kind: 'k' })).toEqual([b, a]);
    expect(await page({ kind: 'k', rank: 1 })).toEqual([b, a]);
    await when({ id: 'c', set: { kind: 'k', rank: 2 } }, { id: 'a', unset: ['at'] });
    expect((await page({ kind: 'k' })).map(({ id }) => id)).toEqual(['b', 'c']);
    expect((await page({ kind: 'k', rank: 2 })).map(({ id }) => id)).toEqual(['c']);
    const counted = { equal: { kind: 'k' }, sort: 'at', bounds: [minute(0), minute(3), minute(4)] };
    expect(await opened().store.tally(SIGHTS, { ...counted, sort: 'at' })).toEqual([1, 1]);
  });

  it('what is claimed is answered as it is after the claim', async () => {
    await given(sight('a', { at: minute(1) }), sight('b', { at: minute(9) }));
    const due = { equal: {}, due: 'at', now: minute(5), until: minute(7), limit: 9 } as const;
    const claimed = sight('a', { at: minute(7) });
    expect(await opened().store.claim(SIGHTS, due)).toEqual([claimed]);
    expect(await opened().store.claim(SIGHTS, due)).toEqual([]);
    expect(await then('a')).toEqual(claimed);
  });
}
