import { applyChange, type Stored } from './apply-change';

const stored: Stored = { id: 'a', rank: 5, at: null, note: { deep: [1] } };

describe('applyChange', () => {
  it('does not touch what was stored', () => {
    const before = structuredClone(stored);
    applyChange(stored, { id: 'a', set: { note: 1 }, unset: ['at'], inc: { rank: 1 } });
    expect(stored).toEqual(before);
  });

  it('applies insert, set, unset, max, min and inc of a new document together', () => {
    const change = {
      id: 'a',
      insert: { made: true },
      set: { note: 'n' },
      unset: ['gone'],
      max: { high: 2 },
      min: { low: 1 },
      inc: { rank: 3 },
    };
    expect(applyChange(undefined, change)).toEqual({
      written: 'inserted',
      document: { id: 'a', made: true, note: 'n', high: 2, low: 1, rank: 3 },
    });
  });

  it('the id is that of the change, whatever the parts say', () => {
    const change = { id: 'a', insert: { id: 'b', rank: 1 }, set: { id: 'c' } };
    expect(applyChange(undefined, change)).toEqual({
      written: 'inserted',
      document: { id: 'a', rank: 1 },
    });
  });

  it.each(['max', 'min'])('%s sets a field that is null', (part) => {
    expect(applyChange(stored, { id: 'a', [part]: { at: 'x' } })).toMatchObject({
      document: { at: 'x' },
    });
  });

  it('a null passes the guard below and no guard equals', () => {
    const set = { rank: 6 };
    const guarded = (guard: { below: string } | { equals: string }) =>
      applyChange(stored, { id: 'a', set, guard: { field: 'at', ...guard } }).written;
    expect(guarded({ below: 'x' })).toBe('updated');
    expect(guarded({ equals: 'x' })).toBe('unchanged');
  });

  it('refuses to add to what is not a number', () => {
    expect(() => applyChange(stored, { id: 'a', inc: { note: 1 } })).toThrow(
      'inc needs numbers, but note is {"deep":[1]}',
    );
  });

  it('refuses a field in two parts', () => {
    expect(() => applyChange(stored, { id: 'a', set: { rank: 1 }, unset: ['rank'] })).toThrow(
      'the field rank stands in two parts of one change',
    );
  });
});
