import { collection } from '../collection';
import { tableSpec } from '../embedded/table-spec';
import type { PageQuery } from '../read-model';
import { wantedIndexes } from './indexes';
import { pageFilter } from './page-filter';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly open: boolean;
  readonly at: string;
}
const spec = tableSpec(
  collection<Row>({
    name: 'rows',
    indexes: [
      { equal: [], sort: 'at' },
      { equal: [], sort: 'id' },
      { equal: ['kind'], sort: 'at' },
      { equal: ['kind'], sort: 'id' },
      { equal: ['open'], sort: 'at', also: ['kind'] },
    ],
  }),
);

const keysOf = ({ key }: ReturnType<typeof wantedIndexes>[number]): readonly string[] =>
  key instanceof Map ? [...key.keys()] : Object.keys(key);
/** The indexes that are made, and the one that is always there. */
const INDEXES = [['_id'], ...wantedIndexes(spec).map(keysOf)];

type Query = Pick<PageQuery<Row>, 'equal' | 'sort'>;
const EXACT: readonly Query[] = [
  { equal: {}, sort: 'at' },
  { equal: {}, sort: 'id' },
  { equal: { kind: 'k' }, sort: 'at' },
  { equal: { kind: 'k' }, sort: 'id' },
  { equal: { open: true }, sort: 'at' },
];
const RANGES = [
  ...[{}, { above: 'b' }, { below: 'y' }, { above: 'b', below: 'y' }],
  { above: 'b', below: 'y', after: { sort: 'm', id: 'i' } },
];
const shapesOf = ({ equal, sort }: Query): PageQuery<Row>[] =>
  (['asc', 'desc'] as const).flatMap((order) =>
    RANGES.map((range) => ({ equal, sort, order, limit: 10, ...range })),
  );

/** Every field that a filter speaks of, those inside `$and` and `$or` too. */
const fieldsIn = (filter: object): string[] =>
  Object.entries(filter).flatMap(([name, value]: [string, unknown]) =>
    Array.isArray(value) ? value.flatMap(fieldsIn) : [name],
  );

describe('a page in MongoDB', () => {
  it.each(EXACT.flatMap(shapesOf).map((query) => [JSON.stringify(query), query] as const))(
    'is equality, sort and id of one index, in one direction: %s',
    (_, query) => {
      const { filter, sort } = pageFilter(spec, query);
      const equal = Object.keys(query.equal);
      const keys = [...equal, ...Object.keys(sort)];
      expect(INDEXES.map((index) => index.slice(0, keys.length))).toContainEqual(keys);
      expect(fieldsIn(filter).filter((field) => !keys.includes(field))).toEqual([]);
      expect(new Set(Object.values(sort)).size).toBe(1);
    },
  );

  it('finds a field that an index only holds in its entries', () => {
    const equal = { open: true, kind: 'k' };
    const { filter, sort } = pageFilter<Row>(spec, { equal, sort: 'at', limit: 10 });
    expect(INDEXES).toContainEqual(['open', ...Object.keys(sort), 'kind']);
    expect(fieldsIn(filter).sort()).toEqual(['at', 'kind', 'open']);
  });
});
