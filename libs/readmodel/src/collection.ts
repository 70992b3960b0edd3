/** A value that may stand in a filter: only scalars ever reach a query. */
export type Scalar = string | number | boolean;

/** A document: `id` is its key. Fields are JSON values; `undefined` fields are left out. */
export interface Document {
  readonly id: string;
}

/** An index: equality fields first, then the sort field, then the id. Serves exactly the queries that name these fields. */
export interface Index<D> {
  readonly equal: readonly (keyof D & string)[];
  readonly sort: keyof D & string;
  /**
   * Further fields that the index holds behind the id. It serves queries that name any of them too, without reading the documents that
   * differ, but by looking at every entry that `equal` picks: for where that are not too many.
   */
  readonly also?: readonly (keyof D & string)[];
  /** Most documents lack the sort field: an adapter need not keep an entry of those, which are on none of its pages. */
  readonly sparse?: true;
  /**
   * Each document has its place elsewhere in it, so that each insert would write a page of its own: an adapter may make the entries of
   * many documents together, and the last ones only when somebody asks.
   */
  readonly late?: true;
}

/** A collection, declared once; adapters create the table and its indexes from it. */
export interface Collection<D extends Document> {
  readonly name: string;
  /**
   * Every field of a document but its id, where each is a text without lone surrogates or a number: an adapter may then keep a column
   * for each, in this order behind those of the indexes, in place of a text that holds all of them.
   */
  readonly fields?: Readonly<Record<Exclude<keyof D & string, 'id'>, true>>;
  readonly indexes: readonly Index<D>[];
  /** Documents go some time after the moment in `field` (an ISO timestamp). */
  readonly expire?: { readonly field: keyof D & string; readonly afterMs: number };
  /**
   * `derived`: made from the log by a projection; dropped and made again by a rebuild (default).
   * `kept`: not from the log (leases, counters, sessions), survives a rebuild.
   */
  readonly kind?: 'derived' | 'kept';
}

/** Declares a collection, with the type of its documents. */
export const collection = <D extends Document>(spec: Collection<D>): Collection<D> => spec;
