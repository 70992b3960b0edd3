import { collection } from '../collection';
import type { ReadModel } from '../read-model';

/** An opened read model, empty, for one test. */
export interface OpenedReadModel {
  readonly store: ReadModel;
  /** Another client of the same data, as a second replica has; the same client where only one can be. */
  readonly rival: ReadModel;
  /** Closes `store` and opens the data again. Left out where nothing outlives a close. */
  readonly reopen?: () => Promise<ReadModel>;
  /** Lets everything expire that has expired by `now` (ms since 1970). Left out where expiry cannot be hastened. */
  readonly sweep?: (now: number) => Promise<unknown>;
  /** Closes everything and removes the data. */
  readonly discard: () => Promise<void>;
}

/** What each part of the suite gets: the one opened for the test that runs. */
export type Opened = () => OpenedReadModel;

/** The documents that the suite stores. */
export interface Thing {
  readonly id: string;
  readonly kind?: string;
  readonly open?: boolean;
  readonly rank?: number;
  readonly at?: string | null;
  readonly note?: unknown;
}

export const THINGS = collection<Thing>({
  name: 'things',
  indexes: [
    { equal: [], sort: 'at' },
    { equal: ['kind'], sort: 'at', sparse: true },
    { equal: ['kind', 'open'], sort: 'rank', late: true },
    { equal: [], sort: 'id' },
    { equal: ['open'], sort: 'id', also: ['kind', 'rank'] },
  ],
});

/** A document of which every field is declared. */
export interface Sight {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly rank?: number;
  readonly item: string;
}

export const SIGHTS = collection<Sight>({
  name: 'sights',
  fields: { kind: true, at: true, rank: true, item: true },
  indexes: [
    { equal: [], sort: 'at' },
    { equal: ['kind'], sort: 'at', also: ['rank'], late: true },
  ],
});

/** Keys that databases and their drivers take for something of theirs, as whoever sends metadata may choose them. */
export const ODD_KEYS = {
  ...{ 'a\0b': 1, _bsontype: 'ObjectId', $ref: 'a.b', $id: 1, $db: 'c', $where: '1', 'a.b': 2 },
  ...{ '': 3, _json: '{}', _id: 4, constructor: 5, length: 6, '0': 7 },
};

/** Not derived from the log: a rebuild leaves it alone. */
export const KEPT = collection<Thing>({ name: 'kept_things', indexes: [], kind: 'kept' });

/** Gone a minute after `at`. */
export const FLEETING = collection<Thing>({
  name: 'fleeting_things',
  indexes: [{ equal: ['kind'], sort: 'rank', late: true }],
  expire: { field: 'at', afterMs: 60_000 },
});

/** Minute `n` of a day, ISO. */
export const minute = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
