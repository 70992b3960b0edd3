import type { TableSpec } from '../embedded/table-spec';

/** Where a client finds its collections. */
export interface Places {
  /** Makes a collection ready, here and wherever this client moves to. */
  declare(spec: TableSpec): Promise<void>;
  /** The name of a collection in the database. @throws Moved in work that is pinned to another generation. */
  at(spec: TableSpec): Promise<string>;
  /**
   * Reads. A generation that was left meanwhile may have been dropped under it: what was read of it is read again in the other one.
   * @throws Moved in work that is pinned to another generation. Unavailable when it is not known for certain whether it was left.
   */
  reading<T>(spec: TableSpec, read: (name: string) => Promise<T>): Promise<T>;
  /**
   * Inserts, where that is allowed.
   * @throws Unavailable when it is not; also afterwards, when it was not any more at the end: then nobody may rely on the answer.
   */
  inserting<T>(spec: TableSpec, insert: (name: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The name of a collection in a generation; kept ones are in none. */
export const placeIn = (generation: string, { name, kind }: TableSpec): string =>
  kind === 'kept' ? name : `${generation}.${name}`;
