import { type Topic, Unavailable, unlessAborted } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import { OtherLog } from '../delivery/other-log';
import type { PartitionReader, PartitionRecords } from '../delivery/partition-loop';
import type { Breaker } from './breaker';
import { decodeEvent, EVENT_HEADERS } from './cloud-events';
import { isOutOfRange } from './kafka-errors';
import type { KafkaLink } from './kafka-link';
import { leaderOf } from './leaders';
import type { Names } from './names';
import { askOffsets } from './offsets';
import type { PartitionFeed } from './partition-feed';
import type { Poller } from './poller';
import { errorOfCode } from './wire/error-of-code';
import { fetch } from './wire/fetch';
import { FetchedRecords } from './wire/fetched-records';
import type { Witness } from './witness';

/** What a reader needs of the log. */
export interface ReaderHouse {
  /** For questions that are answered at once. */
  readonly link: KafkaLink;
  readonly poller: Poller;
  readonly names: Names;
  readonly breaker: Breaker;
  /** Of a partition, shared by all its readers. */
  readonly witness: (topic: Topic, partition: number) => Witness;
}

/** What one fetch brought: everything from `from` on, below `next`; undefined records where retention removed all of it. */
interface Ahead {
  readonly from: number;
  readonly next: number;
  readonly records?: FetchedRecords;
}

const NOTHING: Ahead = { from: 0, next: 0 };
/** A fetch brings at least one batch, however little is wanted. */
const ONE_BATCH = 1;

/**
 * Reads one partition from any offset on: fetches for itself what lies behind, and takes the newest from the feed that all
 * readers of this process share. Holds what one fetch brought until it has been handed out. To be closed.
 */
export class KafkaReader implements PartitionReader {
  private readonly feed: PartitionFeed;
  private readonly witness: Witness;
  private ahead = NOTHING;

  constructor(
    private readonly house: ReaderHouse,
    private readonly topic: Topic,
    private readonly partition: number,
  ) {
    this.feed = house.poller.open(topic, partition);
    this.witness = house.witness(topic, partition);
  }

  /** Is not called after `close`. */
  close(): void {
    this.house.poller.release(this.topic, this.partition);
  }

  async read(from: number, limit: number, signal: AbortSignal): Promise<PartitionRecords> {
    // Kafka may hang: who is being closed does not wait for what it was asked.
    const read = await unlessAborted(signal, this.readOn(from, limit, signal));
    return read ?? { records: [], next: from };
  }

  private async readOn(
    from: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<PartitionRecords> {
    for (;;) {
      await this.house.breaker.mended(signal);
      if (signal.aborted) return { records: [], next: from };
      // Whatever the feed or a fetch has brought came after the doubt was raised.
      while (this.witness.inDoubt) await this.witness.confirm((offset) => this.idAt(offset));
      const known = this.feed.slice(from, limit) ?? this.held(from, limit);
      if (known) return this.seen(known);
      if (this.feed.end !== undefined && this.feed.end <= from)
        await this.feed.beyond(from, signal);
      else if (!(await this.fetch(from))) this.feed.start(from);
    }
  }

  /** What lies between `from` and `to` (exclusive), at most `limit` records, without waiting for more. */
  async range(from: number, to: number, limit: number): Promise<PartitionRecords> {
    const known = this.held(from, limit) ?? ((await this.fetch(from)) && this.held(from, limit));
    if (!known) return { records: [], next: from };
    const records = known.records.filter((r) => r.position.offset < to);
    return { records, next: Math.min(known.next, to) };
  }

  private seen(known: PartitionRecords): PartitionRecords {
    this.witness.saw(known.records);
    return known;
  }

  private held(from: number, limit: number): PartitionRecords | null {
    const { ahead } = this;
    // What has been handed out is not kept until there is more to fetch.
    if (from >= ahead.next) this.ahead = NOTHING;
    if (from < ahead.from || from >= ahead.next) return null;
    if (!ahead.records) return { records: [], next: ahead.next, removed: ahead.next - from };
    const { records, next } = ahead.records.take(limit, from);
    const events = records.map((record) => decodeEvent(record, this.topic, this.partition));
    return { records: events, next };
  }

  /** Fetches what there is from `from` on. @returns false when there is nothing yet. */
  private async fetch(from: number): Promise<boolean> {
    const bytes = await this.house.link.insist((cluster) => this.ask(cluster, from));
    if (!bytes) {
      this.ahead = { from, next: await this.firstBehind(from) };
      return true;
    }
    const records = new FetchedRecords(bytes, from, EVENT_HEADERS);
    if (records.end <= from) return false;
    this.ahead = { from, next: records.end, records };
    return true;
  }

  /** @returns undefined when there is nothing at `from` and never will be. */
  private async ask(cluster: Cluster, from: number, atMost?: number): Promise<Buffer | undefined> {
    const { partition } = this;
    const topic = this.house.names.topic(this.topic);
    const broker = await cluster.findBroker({ nodeId: leaderOf(cluster, topic, partition) });
    const [answer] = await fetch(broker, [{ topic, partition, from, atMost }], 0);
    if (!answer) throw new Unavailable(`Kafka answered nothing for ${topic}/${partition}`);
    const error = errorOfCode(answer.code);
    if (isOutOfRange(error)) return undefined;
    if (error) throw error;
    return answer.bytes;
  }

  /** See `IdAt`. @throws Unavailable */
  private async idAt(offset: number): Promise<string | undefined> {
    const bytes = await this.house.link.insist((c) => this.ask(c, offset, ONE_BATCH));
    const read = bytes && new FetchedRecords(bytes, offset, EVENT_HEADERS).take(1).records[0];
    if (!read) return void (await this.firstBehind(offset, offset + 1));
    // Somebody has let Kafka compact the topic: what is gone can testify nothing.
    if (read.offset !== offset) return undefined;
    return decodeEvent(read, this.topic, this.partition).meta.id;
  }

  /**
   * Where to go on when there is nothing at `from`: at the first record that retention left.
   * @throws OtherLog when the log ends before `reached`: it is another log than the one that was read up to there.
   */
  private async firstBehind(from: number, reached = from): Promise<number> {
    const { first, end } = await askOffsets(this.house, this.topic, this.partition);
    if (from < first) return first;
    const name = `${this.topic}/${this.partition}`;
    if (reached <= end) throw new Unavailable(`Kafka is away: ${name} cannot be read at ${from}`);
    this.witness.suspect();
    throw new OtherLog(
      `${reached} records of ${name} are said to be handled but the log has only ${end}`,
    );
  }
}
