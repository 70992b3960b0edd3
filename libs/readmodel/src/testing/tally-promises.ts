import fc from 'fast-check';
import type { TallyQuery } from '../read-model';
import { minute, type Opened, type Thing, THINGS } from './house';

/** `tally`. */
export function testTally(opened: Opened): void {
  const tally = async (query: Partial<TallyQuery<Thing>>): Promise<readonly number[]> =>
    opened().store.tally(THINGS, { equal: {}, sort: 'at', bounds: [], ...query });
  const given = async (...things: Thing[]): Promise<void> => {
    await opened().store.insert(THINGS, things);
  };
  const minutes = (...of: number[]): Thing[] =>
    of.map((n, i) => ({ id: `${i}`, at: minute(n), kind: n % 2 ? 'odd' : 'even' }));

  it('each range is from its bound on to before the next one', async () => {
    await given(...minutes(0, 1, 1, 2, 3, 3, 3));
    expect(await tally({ bounds: [1, 2, 3].map(minute) })).toEqual([2, 1]);
    expect(await tally({ bounds: [minute(0), minute(9)] })).toEqual([7]);
  });

  it('ranges without documents are counted too', async () => {
    await given(...minutes(4));
    expect(await tally({ bounds: [0, 2, 4, 6, 8].map(minute) })).toEqual([0, 0, 1, 0]);
  });

  it('equality fields pick', async () => {
    await given(...minutes(0, 1, 2), { id: 'k', kind: 'k', open: true, rank: 5 });
    const bounds = [minute(0), minute(9)];
    expect(await tally({ equal: { kind: 'even' }, bounds })).toEqual([2]);
    expect(await tally({ equal: { kind: 'none' }, bounds })).toEqual([0]);
    const ranks = { equal: { kind: 'k', open: true }, sort: 'rank' } as const;
    expect(await tally({ ...ranks, bounds: [0, 5, 6] })).toEqual([0, 1]);
  });

  it('fields that an index holds also pick', async () => {
    await given(...minutes(0, 1, 2, 3, 4).map((thing) => ({ ...thing, open: true })), { id: 'x' });
    const bounds = ['0', '3', '9'];
    expect(await tally({ equal: { open: true }, sort: 'id', bounds })).toEqual([3, 2]);
    const even = { equal: { open: true, kind: 'even' }, sort: 'id' } as const;
    expect(await tally({ ...even, bounds })).toEqual([2, 1]);
  });

  it('the id can be the sort field', async () => {
    await given(...[...'abcd'].map((id) => ({ id })));
    expect(await tally({ sort: 'id', bounds: ['', 'b', 'd'] })).toEqual([1, 2]);
  });

  it('a document without the sort field is in no range', async () => {
    await given({ id: 'a' }, { id: 'b', at: null }, { id: 'c', at: minute(1) });
    expect(await tally({ bounds: ['', '\u{10ffff}'] })).toEqual([1]);
  });

  it.each([[[]], [[minute(1)]]])('fewer than two bounds make no range: %j', async (bounds) => {
    await given(...minutes(1));
    expect(await tally({ bounds })).toEqual([]);
  });

  it('a query that no declared index serves is a mistake', async () => {
    const bounds = [minute(0), minute(9)];
    await expect(tally({ equal: { open: true }, bounds })).rejects.toThrow(/index/);
    await expect(tally({ sort: 'kind', bounds })).rejects.toThrow(/index/);
  });

  it('every write that was acknowledged before is counted, in the range where it lies now', async () => {
    const { store } = opened();
    await given(...minutes(0, 1, 2));
    await store.write(THINGS, [
      { id: '0', set: { at: minute(2) } },
      { id: '1', unset: ['at'] },
    ]);
    expect(await tally({ bounds: [0, 1, 2, 3].map(minute) })).toEqual([0, 0, 2]);
  });

  it('the counts are those that a scan of everything would give', async () => {
    let round = 0;
    const minuteOfTen = fc.integer({ min: 0, max: 9 });
    const cases = fc.record({
      at: fc.array(minuteOfTen, { maxLength: 30 }),
      bounds: fc.uniqueArray(minuteOfTen, { maxLength: 6 }),
    });
    const agrees = fc.asyncProperty(cases, async ({ at, bounds }) => {
      round += 1;
      const kind = `round ${round}`;
      await given(...at.map((n, i) => ({ id: `${kind}/${i}`, kind, at: minute(n) })));
      const sorted = [...bounds].sort((a, b) => a - b);
      const expected = sorted
        .slice(1)
        .map((end, i) => at.filter((n) => n >= (sorted[i] ?? 0) && n < end).length);
      expect(await tally({ equal: { kind }, bounds: sorted.map(minute) })).toEqual(expected);
    });
    await fc.assert(agrees, { seed: 20260101, numRuns: 40 });
  });
}
