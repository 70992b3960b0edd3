import type { Db } from 'mongodb';
import type { TableSpec } from '../embedded/table-spec';
import { exists } from './what-failed';

/** Counters of `increment`. Not from the log: no generation's. */
const COUNTERS = 'counter_';

interface Counter {
  readonly _id: string;
  readonly value: number;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
  /** The same moment, for the server's own clean-up. */
  readonly _x: Date;
}

/** What one increment adds and when. Times in ms since 1970. */
export interface Increment {
  readonly key: string;
  readonly by: number;
  readonly expiresAt: number;
  readonly now: number;
}

/** Declared like a collection, for its index. */
export const COUNTERS_SPEC: TableSpec = {
  name: COUNTERS,
  columns: [],
  indexes: [],
  expire: { field: 'expires_at', afterMs: 0 },
  kind: 'kept',
};

/** How often a counter may come and go while it is counted. */
const TRIES = 20;

/**
 * Adds in one step on the server, beginning anew when the counter has expired: it may still be there then. Made by an insert
 * of its own: of two that make one at once a server may tell both that they did, if they ask it to make what it does not find.
 */
export async function incrementCounter(db: Db, increment: Increment): Promise<number> {
  const { key, by, expiresAt, now } = increment;
  const counters = db.collection<Counter>(COUNTERS);
  const rest = { expires_at: expiresAt, _x: new Date(expiresAt) };
  const value = {
    $cond: [{ $lte: ['$expires_at', now] }, by, { $add: ['$value', by] }],
  };
  for (let tries = 1; ; tries += 1) {
    const after = await counters.findOneAndUpdate({ _id: key }, [{ $set: { value, ...rest } }], {
      returnDocument: 'after',
    });
    if (after) return after.value;
    try {
      await counters.insertOne({ _id: key, value: by, ...rest });
      return by;
    } catch (error) {
      if (tries === TRIES || !exists(error)) throw error;
    }
  }
}
