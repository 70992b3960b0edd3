import type { Collection, Document, Scalar } from './collection';

/**
 * One change of a bulk. Parts are applied in this order: `insert` (fields set only when the document is made), `set`,
 * `unset`, `max`, `min`, `inc`. A field may stand in one part only.
 */
export interface Change<D extends Document> {
  readonly id: string;
  /** Given: a missing document is made of `insert` and the other parts. Left out: a missing document stays missing. */
  readonly insert?: Partial<D>;
  readonly set?: Partial<D>;
  readonly unset?: readonly (keyof D & string)[];
  /**
   * The higher of the stored and the given value (numbers by value, strings by code point). A field that is absent or null
   * is set, by `max` and by `min`.
   */
  readonly max?: Partial<D>;
  readonly min?: Partial<D>;
  readonly inc?: Partial<Record<keyof D & string, number>>;
  /**
   * The document as the other parts leave it where the guard (`equals`) holds, from whoever knows it: an adapter may write it as it is,
   * without reading what is stored. Nothing else may have changed in the meantime but what the parts set or unset.
   */
  readonly makes?: Partial<D>;
  /**
   * Apply only if the stored field is lower than `below`, or equal to `equals`. A field that is absent or null passes `below`.
   * For a missing document the guard is not asked.
   */
  readonly guard?:
    | { readonly field: keyof D & string; readonly below: Scalar }
    | { readonly field: keyof D & string; readonly equals: Scalar };
}

export type Written = 'inserted' | 'updated' | 'unchanged';

/**
 * A keyset page. `after` is the sort value and id of the last item seen. Strings are ordered by code point, ids too.
 * Documents whose sort field is absent or null are on no page (and are never due).
 */
export interface PageQuery<D extends Document> {
  /** Together with `sort` this must be served by one of the declared indexes. */
  readonly equal: Readonly<Partial<Record<keyof D & string, Scalar>>>;
  readonly sort: keyof D & string;
  /** Default `desc` (newest first); ids break ties in the same direction. */
  readonly order?: 'asc' | 'desc';
  /** Bounds on the sort field, both exclusive. */
  readonly above?: Scalar;
  readonly below?: Scalar;
  readonly limit: number;
  readonly after?: { readonly sort: Scalar; readonly id: string };
  /** Ids of documents to leave out. Those that lie within the page are stepped over: for where that are not too many. */
  readonly without?: readonly string[];
}

/** Neighbouring ranges of one index, to be counted: as a histogram has them. */
export interface TallyQuery<D extends Document> {
  /** Together with `sort` this must be served by one of the declared indexes. */
  readonly equal: Readonly<Partial<Record<keyof D & string, Scalar>>>;
  readonly sort: keyof D & string;
  /** Ascending values of the sort field: each range is from one on (inclusive) to before the next (exclusive). */
  readonly bounds: readonly Scalar[];
}

export interface ClaimQuery<D extends Document> {
  readonly equal: Readonly<Partial<Record<keyof D & string, Scalar>>>;
  /** The field that says when the document is due (ISO). Claiming moves it to `until`: that is the lease. */
  readonly due: keyof D & string;
  readonly now: string;
  readonly until: string;
  readonly limit: number;
}

/**
 * Generations of the derived collections: one is answered from, another may be made beside it from the log and then take its place
 * (`exactness.md`, rule 18). Kept collections belong to none.
 *
 * Every client learns of a change within `LEASE_MS`; one that has not heard for so long lets nothing be inserted. While a change is
 * under way, and for one lease after a generation appeared in place of dropped documents, `insert` into a derived collection
 * throws `Unavailable`: what two clients insert can then never lie in two generations (a second 201, rule 10).
 */
export interface Generations {
  /** Names the generation this client answers from. Known locally: no round trip. */
  current(): string;
  /** Hears when `current()` changed, after the declared collections exist in the new one. Answers how to stop hearing. */
  onChange(listener: (generation: string) => void): () => void;
  /**
   * Does work that belongs to one generation: whatever it asks of derived documents throws `Moved` once this client answers from
   * another, so that nothing of it is half here and half there.
   */
  pinned<T>(generation: string, work: () => Promise<T>): Promise<T>;
  /**
   * Whoever is about to do something that is void without an insert asks this first. No round trip; an insert may be refused all the same.
   * @throws Unavailable when this client has heard that nothing may be inserted now.
   */
  refuseChanging(): void;
  /** Another client of the same store over a new, empty generation that nobody answers from yet. To be closed by the caller. */
  shadow(): Promise<ReadModel>;
  /**
   * Makes the generation of `shadow` the one that is answered from, everywhere. Stops inserts for every client, waits until all must have heard,
   * then calls `catchUp` (which projects the shadow to the end of the log), then swaps. When `catchUp` throws, nothing is
   * swapped and inserts go on. The old generation is dropped a lease later; that this failed is said as a warning: the new one is
   * answered from all the same.
   */
  adopt(shadow: ReadModel, catchUp: () => Promise<void>): Promise<void>;
  /**
   * Drops what a shadow made that will not be adopted, once it is closed. Leaves it where it may be answered from, or may yet be; that it could
   * not be dropped is said as a warning. What is left is dropped as what a killed process leaves behind is.
   */
  discard(shadow: ReadModel): Promise<void>;
}

/**
 * Documents that answer queries: derived from the log, can be dropped and made again. An abstract class: the type and the
 * Nest token at once. Adapters: `embedded` (SQLite), `mongodb`. Every call may throw `Unavailable` (from
 * `@parapet/contracts`) when the store is away. No call spans documents atomically: callers must not need transactions.
 */
export abstract class ReadModel {
  /** How documents are made again while they are being answered from; undefined where only a stopped house can be rebuilt. */
  readonly generations?: Generations;

  /**
   * Whether documents that were there, when collections were declared, may lack a field that is declared of them: code that did not
   * know it wrote some, and queries by that field miss those until they are made again. Only where one process has them for itself.
   */
  readonly isOutdated?: boolean;

  /** Whether no other process can have these documents while this one has them. */
  readonly isOwned?: boolean;

  /** Creates what is missing of the table and its indexes. Called once per collection before its first use. */
  abstract declare<D extends Document>(collection: Collection<D>): Promise<void>;

  abstract get<D extends Document>(c: Collection<D>, id: string): Promise<D | undefined>;

  /** The documents that exist, by id; with `fields` only those (and the id). */
  abstract getMany<D extends Document>(
    c: Collection<D>,
    ids: readonly string[],
    fields?: readonly (keyof D & string)[],
  ): Promise<ReadonlyMap<string, D>>;

  /**
   * Inserts in one unordered bulk; answers per document whether it was inserted (false: its id existed already and it was
   * left as it is). An insert of nothing asks whether anything could be inserted, and throws when not. Of two racing inserts of one id exactly one is answered true. Within one call the first of an id wins. When the
   * call throws, some may have been inserted.
   */
  abstract insert<D extends Document>(
    c: Collection<D>,
    documents: readonly D[],
  ): Promise<readonly boolean[]>;

  /**
   * Applies changes as one unordered bulk, each atomically for its document; two changes of one id in a call are applied in
   * order. Answers per change: `inserted`, `updated` (it applied, even if no value differs) or `unchanged` (its guard did not hold, or it was
   * missing and had no `insert`).
   */
  abstract write<D extends Document>(
    c: Collection<D>,
    changes: readonly Change<D>[],
  ): Promise<readonly Written[]>;

  /**
   * One keyset page, at most `limit` documents in order: an index scan without a sort, as fast at any depth (but see `Index.also`).
   * @throws Error when no declared index serves the query: that is a mistake in the code.
   */
  abstract page<D extends Document>(c: Collection<D>, query: PageQuery<D>): Promise<readonly D[]>;

  /**
   * How many documents lie in each range: one number for each two neighbours of `bounds`, exact, each as of some moment of the
   * call. Reads the index alone: 100,000 documents are counted in milliseconds by the embedded adapter. Documents whose sort
   * field is absent or null are in no range. However much there is to count, other calls are answered meanwhile.
   * @throws Unavailable also when it takes longer than some seconds. Error when no declared index serves the query: that is a mistake in the code.
   */
  abstract tally<D extends Document>(
    c: Collection<D>,
    query: TallyQuery<D>,
  ): Promise<readonly number[]>;

  /**
   * Takes due documents, oldest first, for the caller alone until the lease ends: of racing claims each document goes to
   * one. The index (`equal`, sort = `due`) must be declared. The documents are answered as they are after the claim.
   */
  abstract claim<D extends Document>(c: Collection<D>, query: ClaimQuery<D>): Promise<readonly D[]>;

  /** Adds to a counter and answers its new value; it vanishes after `expiresAt` (ms since 1970). Atomic across replicas. */
  abstract increment(key: string, by: number, expiresAt: number): Promise<number>;

  /** Number of documents, exact; for operators and tests, never per request (`tally` is). */
  abstract count<D extends Document>(c: Collection<D>): Promise<number>;

  /** Drops every `derived` collection and all projection progress; what was declared exists again, empty. */
  abstract dropDerived(): Promise<void>;

  /** @throws Unavailable when the store does not answer. */
  abstract ping(): Promise<void>;

  /** Finishes what is in flight and releases everything. Safe to call twice. */
  abstract close(): Promise<void>;
}
