import type {
  ClaimQuery,
  Collection,
  Index,
  PageQuery,
  Scalar,
  TallyQuery,
} from '@parapet/readmodel';
import { subsetsOf } from './subsets-of';

/** A document with whatever fields. */
export interface AnyDocument {
  readonly id: string;
  readonly [field: string]: Scalar;
}

/** Whatever a declared index serves. */
export interface Shapes {
  readonly pages: readonly PageQuery<AnyDocument>[];
  readonly tallies: readonly TallyQuery<AnyDocument>[];
  readonly claims: readonly ClaimQuery<AnyDocument>[];
}

const ENDS = subsetsOf(['above', 'below', 'after'] as const);
const [LOW, MIDDLE, HIGH] = ['2', '5', '8'];
const VALUES = { above: LOW, below: HIGH, after: { sort: MIDDLE, id: 'x' } };

/** Every question that the indexes of a collection serve: fields, directions and bounds. */
export function everyShape({ indexes }: Collection<AnyDocument>): Shapes {
  const ranges = indexes.flatMap(rangesOf);
  return {
    pages: ranges.flatMap((range) =>
      ENDS.flatMap((ends) =>
        (['asc', 'desc'] as const).map((order) => ({
          ...range,
          order,
          ...boundsOf(ends),
          limit: 1,
        })),
      ),
    ),
    tallies: ranges.map((range) => ({ ...range, bounds: [LOW, HIGH] })),
    claims: ranges.map(({ equal, sort: due }) => ({
      ...{ equal, due, now: LOW, until: HIGH, limit: 1 },
    })),
  };
}

/** What an index picks, and with each of the fields that it also has. */
const rangesOf = ({ equal, sort, also = [] }: Index<AnyDocument>) =>
  subsetsOf(also).map((some) => ({
    ...{ equal: Object.fromEntries([...equal, ...some].map((field) => [field, 'none'])), sort },
  }));

const boundsOf = (ends: readonly (keyof typeof VALUES)[]) =>
  Object.fromEntries(ends.map((end) => [end, VALUES[end]]));
