import type { EventToAppend, Position, RawRecord, Topic } from '@parapet/contracts';

/** Next offset per partition: everything below has been read, applied or written. */
export type Offsets = readonly number[];

/** What became of one event: where it lies, or why it is not known to be written. */
export type Appended = Position | Error;

/** The same, or that it is not known yet: a promise that is never rejected. */
export type Appending = Appended | Promise<Appended>;

/**
 * What a handler says of one record.
 * `done`: handled. `skip`: not for us, with the reason (counted). `retry`: not now; this record and all behind it in its
 * partition come again after `afterMs`. `park`: can never be handled; kept in topic `parked` with the reason.
 */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'park'; readonly reason: string };

export const done: Outcome = { kind: 'done' };
export const skip = (reason: string): Outcome => ({ kind: 'skip', reason });
export const retry = (afterMs: number): Outcome => ({ kind: 'retry', afterMs });
export const park = (reason: string): Outcome => ({ kind: 'park', reason });

/** Where a batch comes from. `signal` aborts when the consumer is being closed. */
export interface BatchInfo {
  readonly topic: Topic;
  readonly group: string;
  readonly partition: number;
  readonly signal: AbortSignal;
}

/**
 * Handles records of one partition, in order. Answers one outcome per record, or nothing when all are done.
 * Throwing `Unavailable` pauses the partition; throwing anything else is a bug (see `EventLog.consume`).
 */
export type BatchHandler = (
  records: readonly RawRecord[],
  info: BatchInfo,
) => Promise<readonly Outcome[] | void>;

/**
 * Where the progress of a consumer lives. The default is the log's own consumer group. A projection keeps it beside its
 * documents instead, so that dropped documents mean progress 0 and a replay.
 */
export interface Progress {
  /** The next offset to read; 0 when nothing is known. */
  load(partition: number): Promise<number>;
  /**
   * Resolves when `next` is durable. Never called with less than what was loaded or saved before.
   * @throws Moved (`@parapet/contracts`) when what was loaded is not true any more: the consumer loads again.
   */
  save(partition: number, next: number): Promise<void>;
  /**
   * Hears when progress must be loaded again although nothing is being saved (documents were dropped or swapped). Answers
   * how to stop hearing. Left out where that cannot happen.
   */
  readonly onMoved?: (listener: () => void) => () => void;
  /**
   * Around the handling of a batch of what was loaded.
   * @throws Moved as soon as that handling meets documents that the progress does not belong to: the consumer loads again.
   */
  during?<T>(partition: number, work: () => Promise<T>): Promise<T>;
  /**
   * From where on there may be something left to handle, at least `from`: what lies before it need not be read, because whoever
   * appended it did all that its handler would. Left out where nobody does.
   */
  settled?(partition: number, from: number): number;
}

export interface ConsumeOptions {
  /** Records per batch, at most. Default 500. */
  readonly batch?: number;
  /**
   * Milliseconds of rest after a batch of several records: under load batches grow, and what each costs is shared by more. A
   * record that comes alone makes nobody rest, nor does a full batch. Default: none.
   */
  readonly restMs?: number;
  readonly progress?: Progress;
  /**
   * Reads beside the group and not as a member of it: every partition comes, whoever else consumes, and nothing is committed.
   * `progress` must be given.
   */
  readonly beside?: true;
  /** Hears the progress of a partition as it was loaded and after every save; must not throw. */
  readonly onProgress?: (partition: number, next: number) => void;
}

export interface Subscription {
  /** Finishes the batch in hand, stores its progress, then resolves. Safe to call twice. */
  close(): Promise<void>;
}

export interface Follower extends Subscription {
  /**
   * Resolves when everything that was in the topic at the time of the call has been applied. Calls are coalesced: one
   * end-offset question serves all that wait.
   * @throws Unavailable when the log is away, or after `timeoutMs` (default 5,000).
   */
  caughtUp(timeoutMs?: number): Promise<void>;
  /** Next offset per partition that will be applied. */
  applied(): Offsets;
  /**
   * The error that stopped it: a record that could not be applied (it is never skipped), or a log that ends before what was
   * applied. Undefined while it is well.
   */
  failure(): Error | undefined;
}

/**
 * The ordered, durable record of facts: the only source of truth. An abstract class, so that it is the type and the Nest
 * token at once. Adapters: `embedded` (SQLite), `kafka`. The promises below are proven for each by the conformance suite
 * (`@parapet/eventlog/testing`).
 */
export abstract class EventLog {
  /**
   * Appends all events to one topic. Resolves with their positions, in the order given, only when **every** one is durable.
   * Rejects with `Unavailable` when the log is down or the bounded queue is full; then some of the events may have been
   * written all the same: callers may append again, readers must expect both.
   * Events with the same key go to the same partition and keep the order of the calls. Concurrent calls are grouped into
   * one write (group commit): of a partition one write is in flight, the next takes all that waited.
   */
  abstract append(topic: Topic, events: readonly EventToAppend[]): Promise<readonly Position[]>;

  /**
   * As `append`, for events of many who have nothing to do with each other: answers of each its position or, where it is not known to
   * be written, why. One partition that cannot be written fails alone, and one that is late is waited for by nobody else: of its events
   * comes a promise. Rejects where nothing can be written.
   */
  appendEach(topic: Topic, events: readonly EventToAppend[]): Promise<readonly Appending[]> {
    return this.append(topic, events);
  }

  /**
   * Delivers every record of the topic to the group at least once, each partition to one member at a time, in order, in
   * batches. A new group begins at the first record. Progress is stored only after the handler answered.
   * A thrown `Unavailable` pauses and backs off (100 ms doubling to 5 s) for as long as it lasts; where it came late, fewer records come at
   * once then, for they may have been too many. Any other thrown error is a bug: the batch is tried again (3 times, backing off), then
   * bisected until the one record that cannot be handled stands alone, and that one
   * is appended to topic `parked` with its reason. A partition is never blocked for ever and no record is ever lost.
   */
  abstract consume(
    topic: Topic,
    group: string,
    handler: BatchHandler,
    options?: ConsumeOptions,
  ): Subscription;

  /**
   * Every process sees every record from the first one on, or from the given positions on (inclusive), then live. For tables kept
   * in memory. `apply` is synchronous and is called once per record, in order within a partition. If it throws, the follower
   * stops there: see `failure()`.
   */
  abstract follow(topic: Topic, apply: (record: RawRecord) => void, from?: Offsets): Follower;

  /** Live records from the given positions on (inclusive); nothing is stored. For streams. */
  abstract tail(
    topic: Topic,
    from: Offsets,
    apply: (records: readonly RawRecord[]) => void,
  ): Subscription;

  /**
   * A bounded range, `from` inclusive to `to` exclusive, partition by partition, in batches of at most 500. `to` is at most
   * what `ends` has told: the range is never cut short.
   * @throws Unavailable when the log is away, or does not hand out what it told to be there (a new leader, for a moment)
   */
  abstract read(topic: Topic, from: Offsets, to: Offsets): AsyncIterable<readonly RawRecord[]>;

  /** Next offset to be written, per partition. The length is the number of partitions. */
  abstract ends(topic: Topic): Promise<Offsets>;

  /** What a group has stored: next offset to read, per partition. */
  abstract committed(topic: Topic, group: string): Promise<Offsets>;

  /** @throws Unavailable when the log does not answer. */
  abstract ping(): Promise<void>;

  /** Refuses new calls, finishes what is in flight, releases everything. Safe to call twice. */
  abstract close(): Promise<void>;
}
