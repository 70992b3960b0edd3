import {
  type EventToAppend,
  type Position,
  type RawRecord,
  type Topic,
  TOPICS,
  Unavailable,
} from '@parapet/contracts';
import type { DeliveryHouse } from '../delivery/delivery-options';
import { OpenSubscriptions } from '../delivery/open-subscriptions';
import { type ReadableTopic, runPartition } from '../delivery/partition-loop';
import { readBeside } from '../delivery/read-beside';
import { TopicFollower } from '../delivery/topic-follower';
import { TopicTail } from '../delivery/topic-tail';
import {
  type BatchHandler,
  type ConsumeOptions,
  EventLog,
  type Follower,
  type Offsets,
  type Progress,
  type Subscription,
} from '../event-log';
import type { LogHow, RetentionOverrides } from '../log-options';
import { checkedProgress } from './checked-progress';
import { EmbeddedReader } from './embedded-reader';
import { LivePartition } from './live-partition';
import { PartitionLocks } from './partition-locks';
import { sweepLog } from './retention';
import type { StoreThread } from './store-protocol';
import { WriteQueue } from './write-queue';

const BATCH = 500;

interface OpenTopic extends ReadableTopic {
  readonly partitions: readonly LivePartition[];
  readonly readers: readonly EmbeddedReader[];
}

/** The log of one process, in SQLite. Open it with `openEmbeddedEventLog`. */
export class EmbeddedEventLog extends EventLog {
  private readonly topics: ReadonlyMap<string, OpenTopic>;
  private readonly queue: WriteQueue;
  private readonly locks = new PartitionLocks();
  private readonly open = new OpenSubscriptions();
  private readonly house: DeliveryHouse;
  private readonly retention: RetentionOverrides;
  private closed: Promise<void> | undefined;
  private refusing = false;

  constructor(
    private readonly store: StoreThread,
    ends: Readonly<Record<string, Offsets>>,
    how: LogHow & { readonly retention: RetentionOverrides },
  ) {
    super();
    this.retention = how.retention;
    this.topics = openTopics(store, ends);
    const live = (topic: Topic): readonly LivePartition[] => this.topic(topic).partitions;
    this.queue = new WriteQueue(store, live, how);
    this.house = { ...how, park: (event) => this.append('parked', [event]) };
  }

  override async append(
    topic: Topic,
    events: readonly EventToAppend[],
  ): Promise<readonly Position[]> {
    this.topic(topic);
    if (this.refusing) throw new Unavailable('the log is closed');
    return events.length === 0 ? [] : this.queue.append(topic, events);
  }

  override consume(
    topic: Topic,
    group: string,
    handler: BatchHandler,
    options: ConsumeOptions = {},
  ): Subscription {
    const { readers, partitions } = this.opening(topic);
    if (options.beside)
      return this.open.add(readBeside({ topic, readers, group, options }, handler, this.house));
    const stop = new AbortController();
    const { signal } = stop;
    const stored = options.progress ?? this.groupProgress(topic, group);
    const progress = checkedProgress(stored, topic, partitions);
    const members = readers.map((reader, partition) => {
      const info = { topic, group, partition, signal };
      const { batch = BATCH, restMs, onProgress } = options;
      const work = { info, reader, progress, handler, batch, restMs, onProgress };
      const name = `${topic}/${partition}/${group}`;
      return this.locks.hold(name, signal, () => runPartition(work, this.house));
    });
    const close = async (): Promise<void> => {
      stop.abort();
      await Promise.all(members);
    };
    return this.open.add({ close });
  }

  override follow(topic: Topic, apply: (record: RawRecord) => void, from?: Offsets): Follower {
    const source = { ...this.opening(topic), ends: () => this.ends(topic) };
    const follower = new TopicFollower(source, apply, this.house, from);
    return this.open.addFollower(follower);
  }

  override tail(
    topic: Topic,
    from: Offsets,
    apply: (records: readonly RawRecord[]) => void,
  ): Subscription {
    return this.open.add(new TopicTail(this.opening(topic), from, apply, this.house));
  }

  override async *read(
    topic: Topic,
    from: Offsets,
    to: Offsets,
  ): AsyncIterable<readonly RawRecord[]> {
    for (const [partition, reader] of this.topic(topic).readers.entries()) {
      const end = to[partition] ?? 0;
      for (let next = from[partition] ?? 0; next < end;) {
        this.refuseWhenClosed();
        const batch = await reader.range(next, end, BATCH);
        if (batch.records.length > 0) yield batch.records;
        if (batch.next === next) break;
        next = batch.next;
      }
    }
  }

  override async ends(topic: Topic): Promise<Offsets> {
    this.refuseWhenClosed();
    return this.topic(topic).partitions.map((partition) => partition.end);
  }

  override async committed(topic: Topic, group: string): Promise<Offsets> {
    this.topic(topic);
    this.refuseWhenClosed();
    return this.store.call('committed', { topic, group });
  }

  override async ping(): Promise<void> {
    this.refuseWhenClosed();
    await this.store.call('ping', null);
  }

  /** When the newest of all records was made, milliseconds since 1970; null where there is none. */
  async newest(): Promise<number | null> {
    const times: number[] = [];
    for (const { partitions, readers } of this.topics.values())
      for (const [partition, reader] of readers.entries()) {
        const end = partitions[partition]?.end ?? 0;
        const { records } = await reader.range(end - 1, end, 1);
        for (const { meta } of records) times.push(Date.parse(meta.time));
      }
    return times.length > 0 ? Math.max(...times) : null;
  }

  /** Removes what is older than its retention, in small steps. Answers how many records went. */
  async sweep(nowMs: number): Promise<number> {
    this.refuseWhenClosed();
    return sweepLog(this.store, this.retention, nowMs, this.open.signal);
  }

  override close(): Promise<void> {
    this.closed ??= this.shut();
    return this.closed;
  }

  /** Consumers finish first: the batch in their hands may have to append. */
  private async shut(): Promise<void> {
    await this.open.close();
    this.refusing = true;
    await this.queue.drained();
    await this.store.close();
  }

  /** Is called when the log is being closed. */
  onClose(listener: () => void): void {
    this.open.signal.addEventListener('abort', listener, { once: true });
  }

  private groupProgress(topic: Topic, group: string): Progress {
    return {
      load: async (partition) => (await this.committed(topic, group))[partition] ?? 0,
      save: (partition, next) => this.queue.commit({ topic, group, partition, next }),
    };
  }

  private topic(name: Topic): OpenTopic {
    const topic = this.topics.get(name);
    if (!topic) throw new Error(`the log has no topic ${name}`);
    return topic;
  }

  /** The topic for a new subscription, which has readers of its own: none begins once the log is being closed. */
  private opening(name: Topic): OpenTopic {
    this.open.check();
    return openTopic(this.store, name, this.topic(name).partitions);
  }

  private refuseWhenClosed(): void {
    if (this.refusing) throw new Unavailable('the log is closed');
  }
}

function openTopics(
  store: StoreThread,
  ends: Readonly<Record<string, Offsets>>,
): ReadonlyMap<string, OpenTopic> {
  const topics = new Map<string, OpenTopic>();
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    const partitions = (ends[topic] ?? []).map((end) => new LivePartition(end));
    topics.set(topic, openTopic(store, topic, partitions));
  }
  return topics;
}

const openTopic = (
  store: StoreThread,
  topic: Topic,
  partitions: readonly LivePartition[],
): OpenTopic => ({
  ...{ topic, partitions },
  readers: partitions.map((live, p) => new EmbeddedReader(store, topic, p, live)),
});
