import { collection } from '../collection';
import { tableSpec } from '../embedded/table-spec';
import { databaseOf } from './connection';
import { wantedIndexes } from './indexes';
import { toDocument, toStored } from './stored';

interface Wide {
  readonly id: string;
  readonly at?: string;
  readonly a_field_with_quite_a_long_name?: string;
  readonly another_field_with_a_long_name?: string;
  readonly [other: `also_${string}`]: unknown;
}
const WIDE = tableSpec(
  collection<Wide>({
    name: 'wide',
    indexes: [
      { equal: [], sort: 'id' },
      { equal: [], sort: 'at' },
      { equal: ['a_field_with_quite_a_long_name', 'another_field_with_a_long_name'], sort: 'at' },
      { equal: ['another_field_with_a_long_name', 'a_field_with_quite_a_long_name'], sort: 'at' },
    ],
    expire: { field: 'at', afterMs: 1_500 },
  }),
);

describe('declarations in MongoDB', () => {
  it('an index is equality, sort, key; what the key serves needs none; expiry has its own', () => {
    const [byTime, , , ttl] = wantedIndexes(WIDE);
    expect(wantedIndexes(WIDE)).toHaveLength(4);
    expect(byTime).toEqual({
      key: new Map([
        ['at', 1],
        ['_id', 1],
      ]),
      name: 'at._id',
    });
    expect(ttl).toEqual({ key: { _x: 1 }, name: 'ttl', expireAfterSeconds: 2 });
  });

  it('what is kept for longer than servers can say is kept for as long as they can', () => {
    const century = { field: 'at', afterMs: 36_500 * 86_400_000 };
    const ttl = wantedIndexes({ ...WIDE, expire: century }).at(-1);
    expect(ttl?.expireAfterSeconds).toBe(2_147_483_647);
  });

  it('long names of indexes are bounded, and differ where the indexes do', () => {
    const names = wantedIndexes(WIDE).map(({ name }) => name ?? '');
    expect(new Set(names).size).toBe(names.length);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(60);
  });

  it('a document is stored with its key and the moment of its expiry, and comes back without them', () => {
    const document: Wide = { id: 'a', at: '2026-01-01T00:00:00.000Z' };
    const stored = toStored(WIDE, document);
    expect(stored).toEqual({ _id: 'a', at: document.at, _x: new Date('2026-01-01') });
    expect(toDocument({ ...stored, _w: ['x'] })).toEqual(document);
  });

  it.each(['$where', 'a.b', '_x', '', 'nul\0'])('a field cannot be named %j', (name) => {
    const document: object = { id: 'a', [name]: 1 };
    expect(() => toStored(WIDE, document as Wide)).toThrow(/field/);
  });

  it('ids that would be one when encoded are refused', () => {
    expect(() => toStored(WIDE, { id: '\ud800' })).toThrow(/well-formed/);
  });

  it.each([
    ['mongodb://one:27017/house', 'house'],
    ['mongodb://user:p%40ss@one:1,two:2/house?replicaSet=rs0', 'house'],
    ['mongodb+srv://cluster.example/house', 'house'],
    ['mongodb://one:27017/', 'parapet'],
    ['mongodb://one:27017', 'parapet'],
    ['mongodb://one:27017/?directConnection=true', 'parapet'],
  ])('the database of %s is %s', (url, name) => expect(databaseOf(url)).toBe(name));
});
