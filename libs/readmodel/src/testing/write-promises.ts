import type { Change } from '../read-model';
import { ODD_KEYS, type Opened, type Thing, THINGS } from './house';

/** `write`: parts, guards and answers. */
export function testWrite(opened: Opened): void {
  const given = async (...things: Thing[]): Promise<void> => {
    await opened().store.insert(THINGS, things);
  };
  const when = (...changes: Change<Thing>[]) => opened().store.write(THINGS, changes);
  const then = (id: string): Promise<Thing | undefined> => opened().store.get(THINGS, id);

  it('a missing document is made of insert and the other parts', async () => {
    const answers = await when({
      id: 'a',
      insert: { kind: 'new' },
      set: { open: true },
      max: { at: 'x' },
      inc: { rank: 2 },
    });

    expect(answers).toEqual(['inserted']);
    expect(await then('a')).toEqual({ id: 'a', kind: 'new', open: true, at: 'x', rank: 2 });
  });

  it('a missing document stays missing without insert', async () => {
    expect(await when({ id: 'a', set: { kind: 'k' } })).toEqual(['unchanged']);
    expect(await then('a')).toBeUndefined();
  });

  it('insert does not touch a document that exists, the other parts do', async () => {
    await given({ id: 'a', kind: 'old' });
    expect(await when({ id: 'a', insert: { kind: 'new' }, set: { rank: 1 } })).toEqual(['updated']);
    expect(await then('a')).toEqual({ id: 'a', kind: 'old', rank: 1 });
  });

  it('a field is made and set whatever keys there are within it', async () => {
    await when({ id: 'a', insert: { note: ODD_KEYS } });
    expect(await then('a')).toEqual({ id: 'a', note: ODD_KEYS });
    await when({ id: 'a', set: { note: [ODD_KEYS, { deep: ODD_KEYS }] } });
    expect(await then('a')).toEqual({ id: 'a', note: [ODD_KEYS, { deep: ODD_KEYS }] });
  });

  it('set replaces a field as a whole, unset removes it', async () => {
    await given({ id: 'a', note: { old: 1 }, kind: 'k', rank: 1 });
    await when({ id: 'a', set: { note: { new: 2 } }, unset: ['kind'] });
    expect(await then('a')).toEqual({ id: 'a', note: { new: 2 }, rank: 1 });
  });

  it.each([
    ['max of a higher number', 5, { max: { rank: 9 } }, 9],
    ['max of a lower number', 5, { max: { rank: 4 } }, 5],
    ['max compares numbers by value', 9, { max: { rank: 10 } }, 10],
    ['min of a lower number', 5, { min: { rank: -1 } }, -1],
    ['min of a higher number', 5, { min: { rank: 6 } }, 5],
    ['max of an absent field', undefined, { max: { rank: -7 } }, -7],
    ['min of an absent field', undefined, { min: { rank: 7 } }, 7],
    ['inc of a number', 5, { inc: { rank: -2 } }, 3],
    ['inc of an absent field', undefined, { inc: { rank: 2 } }, 2],
  ])('%s', async (_, rank, parts, expected) => {
    await given({ id: 'a', ...(rank !== undefined && { rank }) });
    expect(await when({ id: 'a', ...parts })).toEqual(['updated']);
    expect((await then('a'))?.rank).toBe(expected);
  });

  it('max and min compare strings by code point', async () => {
    await given({ id: 'a', at: '\u{ffff}', kind: 'b' });
    await when({ id: 'a', max: { at: '\u{1f642}' }, min: { kind: 'B' } });
    expect(await then('a')).toEqual({ id: 'a', at: '\u{1f642}', kind: 'B' });
  });

  it.each([
    ['below: a lower value passes', 3, { below: 4 }, 'updated'],
    ['below: the same value does not', 4, { below: 4 }, 'unchanged'],
    ['below: a higher value does not', 5, { below: 4 }, 'unchanged'],
    ['below: an absent field passes', undefined, { below: 4 }, 'updated'],
    ['below: numbers by value', 9, { below: 10 }, 'updated'],
    ['equals: the same value passes', 4, { equals: 4 }, 'updated'],
    ['equals: another value does not', 3, { equals: 4 }, 'unchanged'],
    ['equals: an absent field does not', undefined, { equals: 4 }, 'unchanged'],
  ])('guard %s', async (_, rank, bound, expected) => {
    await given({ id: 'a', kind: 'old', ...(rank !== undefined && { rank }) });
    const guard = { field: 'rank', ...bound } as const;

    expect(await when({ id: 'a', set: { kind: 'new' }, guard })).toEqual([expected]);
    expect((await then('a'))?.kind).toBe(expected === 'updated' ? 'new' : 'old');
  });

  it('a missing document is made whatever the guard says', async () => {
    const guard = { field: 'rank', equals: 99 } as const;
    expect(await when({ id: 'a', insert: { rank: 1 }, guard })).toEqual(['inserted']);
  });

  it('a change that applies is updated even if no value differs', async () => {
    await given({ id: 'a', kind: 'k' });
    expect(await when({ id: 'a', set: { kind: 'k' } })).toEqual(['updated']);
    expect(await when({ id: 'a', insert: { kind: 'x' } })).toEqual(['updated']);
  });

  it('two changes of one id in a call are applied in order', async () => {
    const answers = await when(
      { id: 'a', insert: { rank: 1 } },
      { id: 'b', insert: { rank: 7 } },
      { id: 'a', set: { kind: 'seen' }, guard: { field: 'rank', equals: 1 } },
      { id: 'a', insert: { kind: 'again' }, set: { rank: 2 } },
      { id: 'a', set: { kind: 'late' }, guard: { field: 'rank', equals: 1 } },
    );

    expect(answers).toEqual(['inserted', 'inserted', 'updated', 'updated', 'unchanged']);
    expect(await then('a')).toEqual({ id: 'a', kind: 'seen', rank: 2 });
  });

  it('concurrent changes of one document are all applied', async () => {
    const { store, rival } = opened();
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? store : rival).write(THINGS, [{ id: 'a', insert: {}, inc: { rank: 1 } }]),
      ),
    );
    expect((await then('a'))?.rank).toBe(40);
  });

  it('of racing changes guarded by the value that all have read, exactly one applies', async () => {
    const { store, rival } = opened();
    await given({ id: 'a', rank: 1 });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        (i % 2 ? store : rival).write(THINGS, [
          { id: 'a', set: { rank: 2, kind: `by ${i}` }, guard: { field: 'rank', equals: 1 } },
        ]),
      ),
    );

    const winner = answers.findIndex(([answer]) => answer === 'updated');
    expect(answers.flat().filter((answer) => answer === 'updated')).toHaveLength(1);
    expect((await then('a'))?.kind).toBe(`by ${winner}`);
  });

  describe('a change that says what it makes', () => {
    const makes: Thing = { id: 'a', kind: 'new', rank: 2, note: { x: 1 } };
    const change: Change<Thing> = {
      ...{ id: 'a', set: { kind: 'new', rank: 2 }, unset: ['at'], makes },
      guard: { field: 'rank', equals: 1 },
    };

    it('comes to that, by its indexes too', async () => {
      await given({ id: 'a', kind: 'old', rank: 1, at: 'x', note: { x: 1 }, open: true });
      const all = { ...change, makes: { ...makes, open: true } };
      expect(await when(all, { ...all, guard: { field: 'rank', equals: 2 } })).toEqual([
        'updated',
        'updated',
      ]);
      expect(await then('a')).toEqual(all.makes);
      const page = (kind: string) =>
        opened().store.page(THINGS, { equal: { kind, open: true }, sort: 'rank', limit: 9 });
      expect([await page('old'), await page('new')]).toEqual([[], [all.makes]]);
    });

    it.each([
      ['another value than its guard names', { rank: 3 }],
      ['none', { kind: 'old' }],
    ])('changes nothing where there is %s', async (_, fields) => {
      await given({ id: 'a', ...fields });
      expect(await when(change, { ...change, id: 'b' })).toEqual(['unchanged', 'unchanged']);
      expect(await then('a')).toEqual({ id: 'a', ...fields });
      expect(await then('b')).toBeUndefined();
    });
  });

  it('a field in two parts of a change is refused', async () => {
    await given({ id: 'a', rank: 1 });
    const change: Change<Thing> = { id: 'a', set: { rank: 2 }, inc: { rank: 1 } };
    await expect(when(change)).rejects.toThrow(/rank/);
  });

  it('a changed field is found by its index at once', async () => {
    const { store } = opened();
    await given({ id: 'a', kind: 'old', at: 'x' });
    await when({ id: 'a', set: { kind: 'new' } });

    const page = (kind: string) => store.page(THINGS, { equal: { kind }, sort: 'at', limit: 9 });
    expect(await page('old')).toEqual([]);
    expect(await page('new')).toEqual([{ id: 'a', kind: 'new', at: 'x' }]);
  });

  it('writing nothing is answered with nothing', async () => {
    expect(await when()).toEqual([]);
  });
}
