import type { Scalar } from '../collection';
import type { Written } from '../read-model';
import type { Packed } from './packed';
import type { Told } from './rows';
import type { TableSpec } from './table-spec';

/** Fields and the values they must have. */
type Equal = Readonly<Record<string, Scalar | undefined>>;

/** The plain form of a `PageQuery`. */
export interface PageAsk {
  readonly table: string;
  readonly equal: Equal;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly above?: Scalar;
  readonly below?: Scalar;
  readonly limit: number;
  readonly after?: { readonly sort: Scalar; readonly id: string };
  readonly without?: readonly string[];
}

/** The plain form of a `TallyQuery`. */
export interface TallyAsk {
  readonly table: string;
  readonly equal: Equal;
  readonly sort: string;
  readonly bounds: readonly Scalar[];
}

/** The plain form of a `ClaimQuery`. */
export interface ClaimAsk {
  readonly table: string;
  readonly equal: Equal;
  readonly due: string;
  readonly now: string;
  readonly until: string;
  readonly limit: number;
}

/** Every question to the store and its answer. Plain data, because they may cross a thread. */
export interface Calls {
  /** Answers whether documents that were there, of this table or another, lack what is declared of them. */
  declare: { ask: TableSpec; answer: boolean };
  /** Answers the documents that exist, cut down to `fields` when given. */
  get: {
    ask: {
      readonly table: string;
      readonly ids: readonly string[];
      readonly fields: readonly string[] | null;
    };
    answer: Told;
  };
  /** `values` are those of all rows, one after the other (`rowOf`). */
  insert: {
    ask: { readonly table: string; readonly values: Packed };
    answer: boolean[];
  };
  /** `changes` is a JSON array of `Change` and `WholeChange`; `documents` are texts that the latter name by their place. */
  write: {
    ask: {
      readonly table: string;
      readonly changes: string;
      readonly documents: readonly string[];
    };
    answer: Written[];
  };
  page: { ask: PageAsk; answer: Told };
  /** Counts the first ranges, at least one; the others are asked for again, so that other calls have their turn. */
  tally: { ask: TallyAsk; answer: number[] };
  claim: { ask: ClaimAsk; answer: Told };
  increment: {
    ask: {
      readonly key: string;
      readonly by: number;
      readonly expiresAt: number;
      readonly now: number;
    };
    answer: number;
  };
  count: { ask: string; answer: number };
  /** Removes one slice of what has expired by `now` (ms since 1970); answers how many went. */
  sweep: { ask: number; answer: number };
  dropDerived: { ask: null; answer: undefined };
  ping: { ask: null; answer: undefined };
}
export type CallName = keyof Calls;

/** What can answer the calls at once. */
export type Answering = {
  readonly [K in CallName]: (ask: Calls[K]['ask']) => Calls[K]['answer'];
};

/** Where the store runs: in this thread or in another. */
export interface Engine {
  /** @throws Unavailable when the store cannot answer. */
  call<K extends CallName>(name: K, ask: Calls[K]['ask']): Promise<Calls[K]['answer']>;
  /** Answers what was asked before, then releases everything. */
  close(): Promise<void>;
}
