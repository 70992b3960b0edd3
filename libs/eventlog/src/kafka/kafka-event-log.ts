import {
  type EventToAppend,
  type Position,
  type RawRecord,
  type Topic,
  TOPICS,
} from '@parapet/contracts';
import type { DeliveryHouse } from '../delivery/delivery-options';
import { OpenSubscriptions } from '../delivery/open-subscriptions';
import { runPartition } from '../delivery/partition-loop';
import { readBeside } from '../delivery/read-beside';
import { TopicFollower } from '../delivery/topic-follower';
import { TopicTail } from '../delivery/topic-tail';
import {
  type Appending,
  type BatchHandler,
  type ConsumeOptions,
  EventLog,
  type Follower,
  type Offsets,
  type Subscription,
} from '../event-log';
import type { LogHow } from '../log-options';
import { Appends } from './appends';
import { GroupMember } from './group-member';
import { groupProgress, groupReader, watchLag } from './group-progress';
import type { GroupSession } from './group-session';
import type { KafkaHouse } from './kafka-house';
import type { KafkaReader } from './kafka-reader';
import { type Range, readRange } from './read-range';
import { Sender } from './sender';

const BATCH = 500;
/** How long closing waits for a Kafka that does not answer, before it ends the connections. */
const CLOSE_MS = 4_000;

/** What the log needs besides Kafka. */
export interface KafkaLogHow extends LogHow {
  /** Hears that a consumer can never go on. */
  readonly onLost: (error: Error) => void;
}

/** The log in Kafka. Open it with `openKafkaEventLog`. */
export class KafkaEventLog extends EventLog {
  private readonly appends: Appends;
  private readonly open = new OpenSubscriptions();
  private readonly delivery: DeliveryHouse;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly kafka: KafkaHouse,
    private readonly how: KafkaLogHow,
  ) {
    super();
    this.appends = new Appends(new Sender(kafka.lanes, kafka.permits), how.limits);
    this.delivery = { ...how, park: (event) => this.append('parked', [event]) };
  }

  override async append(
    topic: Topic,
    events: readonly EventToAppend[],
  ): Promise<readonly Position[]> {
    this.kafka.check();
    return this.appends.all(topic, events);
  }

  override async appendEach(
    topic: Topic,
    events: readonly EventToAppend[],
  ): Promise<readonly Appending[]> {
    this.kafka.check();
    return this.appends.each(topic, events);
  }

  override consume(
    topic: Topic,
    group: string,
    handler: BatchHandler,
    options: ConsumeOptions = {},
  ): Subscription {
    this.open.check();
    if (options.beside) return this.beside(topic, group, handler, options);
    const link = this.kafka.ownLink(topic);
    const { logger, onLost } = this.how;
    const onOvershot = (partition: number, reached: number, end: number): void =>
      logger.error(
        { topic, group, partition, reached, end },
        'a group has handled more than the log has: it begins again at the first record',
      );
    const work = async (partition: number, session: GroupSession, signal: AbortSignal) => {
      const own = this.kafka.reader(topic, partition);
      const reader = options.progress ? own : groupReader(own, session, partition);
      const { batch = BATCH, restMs, progress = groupProgress(session, onOvershot) } = options;
      const watch = options.progress && watchLag(session, signal);
      const onProgress = (p: number, next: number): void => {
        watch?.(p, next);
        options.onProgress?.(p, next);
      };
      const info = { topic, group, partition, signal };
      const reading = { info, reader, progress, handler, batch, restMs, onProgress };
      await runPartition(reading, this.delivery);
    };
    const { names } = this.kafka;
    const member = new GroupMember({ link, names, topic, group }, { logger, work, onLost });
    return this.open.add(member);
  }

  override follow(topic: Topic, apply: (record: RawRecord) => void, from?: Offsets): Follower {
    this.open.check();
    const source = { topic, readers: this.kafka.readers(topic), ends: () => this.ends(topic) };
    const follower = new TopicFollower(source, apply, this.delivery, from);
    return this.open.addFollower(follower);
  }

  override tail(
    topic: Topic,
    from: Offsets,
    apply: (records: readonly RawRecord[]) => void,
  ): Subscription {
    this.open.check();
    const readers = this.kafka.readers(topic);
    return this.open.add(new TopicTail({ topic, readers }, from, apply, this.delivery));
  }

  override async *read(
    topic: Topic,
    from: Offsets,
    to: Offsets,
  ): AsyncIterable<readonly RawRecord[]> {
    for (let partition = 0; partition < TOPICS[topic].partitions; partition++) {
      const reader = this.kafka.reader(topic, partition);
      try {
        yield* this.range(reader, {
          what: `${topic}/${partition}`,
          from: from[partition] ?? 0,
          to: to[partition] ?? 0,
        });
      } finally {
        reader.close();
      }
    }
  }

  override ends(topic: Topic): Promise<Offsets> {
    return this.kafka.ends(topic);
  }

  override committed(topic: Topic, group: string): Promise<Offsets> {
    return this.kafka.committed(topic, group);
  }

  override ping(): Promise<void> {
    return this.kafka.ping();
  }

  override close(): Promise<void> {
    this.closed ??= this.shut();
    return this.closed;
  }

  /** Consumers finish first: the batch in their hands may have to append. */
  private async shut(): Promise<void> {
    const late = setTimeout(() => this.kafka.close(), CLOSE_MS);
    await this.open.close();
    this.kafka.refuse();
    await this.appends.drained();
    clearTimeout(late);
    this.kafka.close();
  }

  private beside(
    topic: Topic,
    group: string,
    handler: BatchHandler,
    options: ConsumeOptions,
  ): Subscription {
    const readers = this.kafka.readers(topic);
    return this.open.add(readBeside({ topic, readers, group, options }, handler, this.delivery));
  }

  private range(reader: KafkaReader, range: Range): AsyncIterable<readonly RawRecord[]> {
    return readRange(range, async (from) => {
      this.kafka.check();
      return this.kafka.breaker.guard('a read', () => reader.range(from, range.to, BATCH));
    });
  }
}
