import { Unavailable } from '@parapet/contracts';
import type { Collection, Db } from 'mongodb';
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
  plain: false,
  columns: [],
  indexes: [],
  expire: { field: 'expires_at', afterMs: 0 },
  kind: 'kept',
};

/** How often a counter may come and go while it is counted. */
const TRIES = 20;

/**
 * Adds in one step on the server, beginning anew when the counter has expired: it may still be there then. Made, empty, by an insert
 * of its own: of two that make one at once a server may tell both that they did, if they ask it to make what it does not find.
 * The server cleans up by its own clock, which may be hours ahead: it is told how long a counter is to live, not until when.
 */
export async function incrementCounter(db: Db, increment: Increment): Promise<number> {
  const { key, by, expiresAt, now } = increment;
  const counters = db.collection<Counter>(COUNTERS);
  const value = {
    $cond: [{ $lte: ['$expires_at', now] }, by, { $add: ['$value', by] }],
  };
  const change = { value, expires_at: expiresAt, _x: { $add: ['$$NOW', expiresAt - now] } };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const after = await counters.findOneAndUpdate({ _id: key }, [{ $set: change }], {
      returnDocument: 'after',
    });
    if (after) return after.value;
    await makeCounter(counters, increment);
  }
  throw new Unavailable(`the counter ${key} comes and goes while it is counted`);
}

/** Makes an empty counter, unless somebody else just did. */
async function makeCounter(counters: Collection<Counter>, increment: Increment): Promise<void> {
  const { key, expiresAt } = increment;
  try {
    const expires = { expires_at: expiresAt, _x: new Date(expiresAt) };
    await counters.insertOne({ _id: key, value: 0, ...expires });
  } catch (error) {
    if (!exists(error)) throw error;
  }
}
