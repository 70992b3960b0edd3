import { type Topic, TOPICS, Unavailable } from '@parapet/contracts';
import type { DeliveryLogger } from '../delivery/delivery-options';
import type { Offsets } from '../event-log';
import { Breaker } from './breaker';
import { reasonOf } from './kafka-errors';
import { KafkaLink } from './kafka-link';
import type { KafkaConnection } from './kafka-options';
import { KafkaReader } from './kafka-reader';
import { Lanes } from './lanes';
import { refuseWithout } from './leaders';
import { Leading } from './leading';
import type { Names } from './names';
import { allEnds, askCommitted, askEnds } from './offsets';
import { OutageNews } from './outage-news';
import { Poller } from './poller';
import { Doubts, Witness } from './witness';
import { WritePermits } from './write-permits';

/** What everything in this folder shares: the connections, what reads over them, and whether Kafka answers. */
export class KafkaHouse {
  readonly breaker: Breaker;
  /** For what is answered at once: questions, fetches of what lies behind. */
  readonly link: KafkaLink;
  /** For appends. */
  readonly lanes: Lanes;
  readonly permits: WritePermits;
  readonly poller: Poller;
  private readonly leading: Leading;
  private readonly live: KafkaLink;
  private readonly own = new Set<KafkaLink>();
  private readonly doubts = new Doubts();
  private readonly witnesses = new Map<string, Witness>();
  private readonly news = new OutageNews((away) => this.say(away));
  private closed = false;

  constructor(
    private readonly where: KafkaConnection,
    readonly names: Names,
    private readonly logger: DeliveryLogger,
  ) {
    const silent = (error: unknown): void => this.breaker.trip(reasonOf(error));
    const doubt = (): void => this.doubts.raise();
    this.link = new KafkaLink(where, names.topics, silent, doubt);
    this.live = new KafkaLink(where, names.topics, silent, doubt);
    this.poller = new Poller(this.live, names);
    this.breaker = new Breaker(
      () => this.link.use((cluster) => cluster.refreshMetadata()),
      (away) => this.news.hear(away),
    );
    this.leading = new Leading(this.link, this.breaker);
    this.permits = new WritePermits((topic, why) => this.sayWhether(topic, why));
    const onChange = (broker: string, away: string | undefined): void => this.sayOf(broker, away);
    const onSilence = (away: string): void => this.breaker.trip(away);
    this.lanes = new Lanes(
      { where, names, leading: this.leading },
      { onDoubt: doubt, onChange, onSilence },
    );
  }

  /** Connections of its own, for what may have to wait long. The caller closes them when it needs them no more. */
  ownLink(topic: Topic): KafkaLink {
    const link = new KafkaLink(this.where, [this.names.topic(topic)]);
    this.own.add(link);
    return link;
  }

  reader(topic: Topic, partition: number): KafkaReader {
    return new KafkaReader(this, topic, partition);
  }

  readers(topic: Topic): readonly KafkaReader[] {
    const { partitions } = TOPICS[topic];
    return Array.from({ length: partitions }, (_, partition) => this.reader(topic, partition));
  }

  witness(topic: Topic, partition: number): Witness {
    const name = `${topic}/${partition}`;
    const known = this.witnesses.get(name) ?? new Witness(name, this.doubts);
    this.witnesses.set(name, known);
    return known;
  }

  ends(topic: Topic): Promise<Offsets> {
    return this.ask('the end of a topic', () => askEnds(this, topic));
  }

  committed(topic: Topic, group: string): Promise<Offsets> {
    return this.ask('the progress of a group', () => askCommitted(this, topic, group));
  }

  /** @throws OtherLog when what was read is not in Kafka any more, Unavailable also when one of the topics is not */
  async ping(): Promise<void> {
    const told = await this.ask('a ping', () =>
      this.link.use(async (cluster) => {
        await cluster.refreshMetadata();
        return cluster.brokerPool.metadata;
      }),
    );
    refuseWithout(told, this.names.topics);
    if (this.lanes.areAway)
      throw new Unavailable('Kafka is away: no broker takes what is appended');
    this.permits.check();
    for (const { other } of this.witnesses.values()) if (other) throw other;
  }

  /** Resolves when each partition has a leader that answers. @throws Unavailable while one has not */
  async led(): Promise<void> {
    await this.link.use((cluster) => allEnds(cluster, this.names));
    await this.leading.look();
  }

  /** Refuses new questions; those on their way are answered. */
  refuse(): void {
    this.closed = true;
  }

  /** @throws Unavailable once new calls are refused. */
  check(): void {
    if (this.closed) throw new Unavailable('the log is closed');
  }

  /** Ends every connection. */
  close(): void {
    this.breaker.close();
    this.news.close();
    this.poller.close();
    this.lanes.close();
    for (const link of [this.link, this.live, ...this.own]) link.close();
  }

  private async ask<T>(what: string, work: () => Promise<T>): Promise<T> {
    this.check();
    return this.breaker.guard(what, work);
  }

  private say(away: string | undefined): void {
    if (away === undefined) this.logger.warn({}, 'Kafka answers again');
    else this.logger.warn({ reason: away }, 'Kafka does not answer: asking until it does');
  }

  private sayWhether(topic: string, refused: string | undefined): void {
    if (refused === undefined) this.logger.warn({ topic }, 'a topic can be written to again');
    else this.logger.error({ topic, reason: refused }, 'a topic cannot be written to: trying it');
  }

  private sayOf(broker: string, away: string | undefined): void {
    if (away === undefined) this.logger.warn({ broker }, 'a broker can be written to again');
    else this.logger.warn({ broker, reason: away }, 'a broker cannot be written to: asking it');
  }
}
