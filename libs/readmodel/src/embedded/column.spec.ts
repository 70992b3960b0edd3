import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { compareColumns, toColumn } from './column';

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', '\u{e000}', '\u{ffff}', '\u{1f642}', '\ud800', '\0') }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
);

describe('columns', () => {
  it('compareColumns orders as an index of SQLite does', () => {
    const compare = new DatabaseSync(':memory:').prepare(
      'select ?1 < ?2 as lower, ?1 = ?2 as same',
    );
    fc.assert(
      fc.property(scalar, scalar, (left, right) => {
        const [a, b] = [toColumn(left) ?? '', toColumn(right) ?? ''];
        const row = compare.get(a, b);
        const expected = row?.['same'] === 1 ? 0 : row?.['lower'] === 1 ? -1 : 1;
        expect(Math.sign(compareColumns(a, b)) + 0).toBe(expected);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('only scalars have a column value', () => {
    expect([null, undefined, {}, [1], Number.NaN].map(toColumn)).toEqual(Array(5).fill(null));
    expect([true, false, 0, 'x'].map(toColumn)).toEqual([1, 0, 0, 'x']);
  });
});
