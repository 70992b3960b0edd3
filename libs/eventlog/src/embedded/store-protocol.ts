import type { RowChunk } from './row-chunk';

/** How the log is laid out: topics and their numbers of partitions. */
export type Layout = Readonly<Record<string, number>>;

/** An event as a flat row (threads copy it cheaply): key, id, type, schema, time, actor, cause, json. */
export type EventRow = readonly [
  key: string,
  id: string,
  type: string,
  schema: number,
  time: string,
  actor: string,
  cause: string | null,
  json: string,
];

/** A stored row: its offset before the event's fields. */
export type StoredRow = readonly [offset: number, ...event: EventRow];

/** The rows that one write adds to one partition. */
export interface PartitionRows {
  readonly topic: string;
  readonly partition: number;
  readonly rows: readonly EventRow[];
}

/** The progress of a consumer group in one partition: the next offset to read. */
export interface GroupProgress {
  readonly topic: string;
  readonly group: string;
  readonly partition: number;
  readonly next: number;
}

/** One transaction: all of it becomes durable, or nothing. */
export interface Write {
  readonly appends: readonly PartitionRows[];
  readonly progress: readonly GroupProgress[];
}

/** Which records to read: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** What was read, and where to read on (past gaps that retention left). */
export interface Rows {
  readonly chunks: readonly RowChunk[];
  readonly next: number;
}

/** One slice of retention: looks at `limit` records, from offset `from` on, and removes those made before `before`. */
export interface Sweep {
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly limit: number;
  readonly before: string;
  readonly now: string;
}

/** What came of a slice. */
export interface Swept {
  readonly removed: number;
  /** How many stay because they are younger, without those that are dated after `now` by a clock that was ahead: these say nothing. */
  readonly young: number;
  /** Where to look on; null at the end. */
  readonly next: number | null;
}

/** Everything that is asked of the database: name, question, answer. */
export interface StoreCalls {
  /** Answers the offset of the first row of each of `appends`; the others follow without a gap. */
  readonly write: { readonly ask: Write; readonly answer: readonly number[] };
  readonly read: { readonly ask: Range; readonly answer: Rows };
  /** Next offset to be written, by topic and partition. */
  readonly ends: { readonly ask: null; readonly answer: Record<string, readonly number[]> };
  readonly committed: {
    readonly ask: { readonly topic: string; readonly group: string };
    readonly answer: readonly number[];
  };
  readonly sweep: { readonly ask: Sweep; readonly answer: Swept };
  readonly ping: { readonly ask: null; readonly answer: null };
}

/** The database itself, synchronous. */
export type StoreHandlers = {
  readonly [K in keyof StoreCalls]: (ask: StoreCalls[K]['ask']) => StoreCalls[K]['answer'];
};

/** The database as the event loop of requests sees it: in a worker thread, or on this thread when it has nothing to sync. */
export interface StoreThread {
  /** @throws Unavailable when the database refuses or its thread is gone. */
  call<K extends keyof StoreCalls>(
    name: K,
    ask: StoreCalls[K]['ask'],
  ): Promise<StoreCalls[K]['answer']>;
  close(): Promise<void>;
}

/** What the worker is started with. */
export interface WorkerStart {
  readonly path: string;
  readonly layout: Layout;
}

/** A question to the worker; `close` ends it. */
export type ToWorker =
  | {
      readonly id: number;
      readonly name: keyof StoreCalls;
      readonly ask: StoreCalls[keyof StoreCalls]['ask'];
    }
  | { readonly id: number; readonly name: 'close' };

/** What went wrong, in a form that crosses threads. */
export interface WireError {
  readonly message: string;
  /** Whether the database said no (disk full, file damaged), rather than our code being wrong. */
  readonly unavailable: boolean;
}

/** The worker's answers. Id 0 answers the start. */
export type FromWorker =
  | {
      readonly id: number;
      readonly answer: StoreCalls[keyof StoreCalls]['answer'];
    }
  | { readonly id: number; readonly error: WireError };
