import { inStep, type Topic, Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import { Backoff, type Delays, pause } from '../delivery/delivery-options';
import { decodeEvent, EVENT_HEADERS } from './cloud-events';
import { isMovedLeader, isWrong } from './kafka-errors';
import type { KafkaLink } from './kafka-link';
import { leaderIn } from './leaders';
import type { Names } from './names';
import { PartitionFeed } from './partition-feed';
import { errorOfCode } from './wire/error-of-code';
import { fetch, type Fetched } from './wire/fetch';
import { FetchedRecords } from './wire/fetched-records';

/** How long a broker holds a poll that finds nothing: a partition that is wanted meanwhile waits for as long. */
const HOLD_MS = 250;
/**
 * After so many polls in a row that found nothing a broker holds them for longer, until all else is done that is done every so often;
 * whoever wants a partition then ends them.
 */
const QUIET = 8;
const QUIET_HOLD_MS = 2_000;

const AGAIN: Delays = { firstMs: 50, maxMs: 1_000 };
/** How long it is looked in silence for who leads a partition: then its readers ask for themselves, and say why they cannot go on. */
const UNLED_MS = 3_000;

interface Shared {
  readonly name: string;
  readonly topic: Topic;
  readonly feed: PartitionFeed;
  readers: number;
  /** Since when nobody leads it, by `performance.now()`; undefined while somebody does. */
  unledSince?: number | undefined;
}

/**
 * One long poll per broker for all partitions that this process reads live, whoever reads them: ten consumers that wait cost
 * as much as one.
 */
export class Poller {
  /** In the order in which they are asked for: those that brought something last are at the end. */
  private readonly shared = new Map<string, Shared>();
  private readonly polling = new Set<number>();
  private readonly stop = new AbortController();
  private spreading = false;
  private toSpread = false;
  /** How many polls in a row brought nothing. */
  private inVain = 0;

  constructor(
    private readonly link: KafkaLink,
    private readonly names: Names,
  ) {}

  /** The feed of a partition, for one more reader. */
  open(topic: Topic, partition: number): PartitionFeed {
    const name = `${topic}/${partition}`;
    const known = this.shared.get(name);
    if (known) {
      known.readers += 1;
      return known.feed;
    }
    const feed = new PartitionFeed(this.names.topic(topic), partition, () => this.wantMore());
    this.shared.set(name, { name, topic, feed, readers: 1 });
    return feed;
  }

  /** One reader less; the last one stops the feed. */
  release(topic: Topic, partition: number): void {
    const name = `${topic}/${partition}`;
    const shared = this.shared.get(name);
    if (!shared || --shared.readers > 0) return;
    this.shared.delete(name);
    shared.feed.stop();
  }

  close(): void {
    this.stop.abort();
  }

  private wantMore(): void {
    if (this.inVain >= QUIET) this.link.cut();
    this.inVain = 0;
    this.spread();
  }

  /** Sees to it that every broker that leads a wanted partition is being polled. */
  private spread(): void {
    this.toSpread = true;
    if (this.spreading) return;
    this.spreading = true;
    void this.untilSpread();
  }

  private async untilSpread(): Promise<void> {
    const backoff = new Backoff(AGAIN);
    while (this.toSpread && !this.stop.signal.aborted) {
      this.toSpread = false;
      try {
        await this.link.use(async (cluster) => this.pollLeaders(cluster));
      } catch {
        this.toSpread = true;
        await backoff.wait(this.stop.signal);
      }
    }
    // In the same turn as the last look at what is to do: who comes later begins again.
    this.spreading = false;
  }

  /** @throws why a partition has no leader: the others are polled, and it is looked for again. */
  private pollLeaders(cluster: Cluster): void {
    let unled: Error | undefined;
    for (const [leader, theirs] of this.wanted(cluster))
      if (typeof leader === 'number') void this.poll(leader);
      else unled = theirs.map((one) => refused(one, leader)).find(Boolean) ?? unled;
    if (unled) throw unled;
  }

  /** Polls one broker until it leads nothing that is wanted, or does not answer. */
  private async poll(nodeId: number): Promise<void> {
    if (this.polling.has(nodeId)) return;
    this.polling.add(nodeId);
    try {
      while (!this.stop.signal.aborted && (await this.pollOnce(nodeId)))
        // Lets readers take what came, so that they are part of the next poll.
        await new Promise((resolve) => setImmediate(resolve));
    } catch {
      await pause(AGAIN.firstMs, this.stop.signal);
    }
    this.polling.delete(nodeId);
    if (!this.stop.signal.aborted) this.spread();
  }

  /** @returns false when there was nothing to poll for. */
  private pollOnce(nodeId: number): Promise<boolean> {
    return this.link.use(async (cluster) => {
      const wanted = this.wanted(cluster);
      // Another use of the link may have heard that a partition of this broker has moved: nobody else would ask its new leader.
      if ([...wanted.keys()].some((leader) => !this.isPolled(leader))) this.spread();
      const theirs = wanted.get(nodeId);
      if (!theirs) return false;
      await this.fetchFor(theirs, await cluster.findBroker({ nodeId }));
      return true;
    });
  }

  private isPolled(leader: number | Error): boolean {
    return typeof leader === 'number' && this.polling.has(leader);
  }

  private get holdMs(): number {
    return this.inVain < QUIET ? HOLD_MS : inStep(QUIET_HOLD_MS);
  }

  private async fetchFor(theirs: readonly Shared[], broker: Cluster.Broker): Promise<void> {
    const wanted = theirs.map(({ feed }) => {
      return { topic: feed.topic, partition: feed.partition, from: feed.end ?? 0 };
    });
    const answers = await fetch(broker, wanted, this.holdMs);
    this.inVain = answers.some(({ bytes }) => bytes.length > 0) ? 0 : this.inVain + 1;
    let failed: Error | undefined;
    for (const [i, one] of theirs.entries()) {
      const { feed } = one;
      const from = wanted[i]?.from ?? 0;
      const answer = answers.find((a) => a.topic === feed.topic && a.partition === feed.partition);
      if (!answer) continue;
      if (answer.bytes.length > 0) this.askLast(one);
      // A feed that was stopped, or begun again elsewhere, since it was asked for wants something else.
      if (feed.end === from) failed = settle(one, answer, from) ?? failed;
    }
    if (failed) throw failed;
  }

  private askLast(one: Shared): void {
    if (this.shared.get(one.name) !== one) return;
    this.shared.delete(one.name);
    this.shared.set(one.name, one);
  }

  /** What is to be fetched for, by who leads it, or by why nobody does. */
  private wanted(cluster: Cluster): Map<number | Error, Shared[]> {
    const all = [...this.shared.values()].filter((s) => s.feed.wants);
    return Map.groupBy(all, ({ feed }) => leaderIn(cluster, feed.topic, feed.partition));
  }
}

/** @returns why Kafka gave nothing, when that is worth another look at who leads the partition */
function settle(one: Shared, { code, bytes }: Fetched, from: number): Error | undefined {
  const error = errorOfCode(code);
  if (error) return refused(one, error);
  one.unledSince = undefined;
  takeOrStop(one, bytes, from);
  return undefined;
}

/**
 * What no other leader mends, and what none has mended for a while, holds up its own partition only: its readers fetch for themselves,
 * and say why they cannot go on.
 * @returns the error when another look at who leads the partition may mend it
 */
function refused(one: Shared, error: Error): Error | undefined {
  const now = performance.now();
  one.unledSince ??= now;
  if (mayMove(error) && now - one.unledSince < UNLED_MS) return error;
  one.unledSince = undefined;
  one.feed.stop();
  return undefined;
}

const mayMove = (error: Error): boolean =>
  error instanceof Unavailable || (isMovedLeader(error) && !isWrong(error));

/** What cannot be read holds up its own partition only: its readers fetch for themselves, and say why they cannot go on. */
function takeOrStop({ feed, topic }: Shared, bytes: Buffer, from: number): void {
  try {
    const { records, next } = new FetchedRecords(bytes, from, EVENT_HEADERS).take(Infinity);
    const events = records.map((record) => decodeEvent(record, topic, feed.partition));
    feed.take(events, next);
  } catch {
    feed.stop();
  }
}
