import type Cluster from 'kafkajs/src/cluster';
import { GroupQueue, QUEUE_LIMITS } from '../writing/group-queue';
import type { AppendPart } from './append-part';
import { Breaker } from './breaker';
import { asError, isWrong, reasonOf } from './kafka-errors';
import { KafkaLink, type LinkedTo } from './kafka-link';
import type { Names } from './names';
import { settle } from './settle';
import { produce } from './wire/produce';
import { encodeBatch } from './wire/record-batch';
import { TooLate } from './within';

/** How long the leader waits for its replicas; below the 3 s after which nobody waits for it. */
const REPLICAS_MS = 2_500;

/** What a lane tells. */
export interface LaneEars {
  /** Another Kafka, or another leader, may answer next. */
  readonly onDoubt: () => void;
  /** The broker is away, why; or undefined when it answers again. */
  readonly onChange: (away: string | undefined) => void;
  /** The broker is away, and is about to be asked whether it still is. */
  readonly onProbe: () => void;
}

interface Parcel {
  readonly part: AppendPart;
  isOpen: boolean;
  readonly close: (again: Error | undefined) => void;
}

/**
 * The way of appends to one broker, over connections that nothing else uses: one request is in flight, the next takes all that
 * waited, acknowledged by all replicas in sync. While the broker does not answer it is refused at once what is for it, and
 * nothing else. What was sent and not acknowledged may be in the log all the same.
 */
export class Lane {
  readonly link: KafkaLink;
  private readonly breaker: Breaker;
  private readonly queue: GroupQueue<Parcel[]>;

  constructor(
    readonly node: Cluster.Node,
    where: LinkedTo,
    private readonly names: Names,
    { onDoubt, onChange, onProbe }: LaneEars,
  ) {
    const silent = (error: unknown): void => this.breaker.trip(reasonOf(error));
    // Not with each probe: others are read all the while.
    const doubt = (): void => void (this.isAway || onDoubt());
    this.link = new KafkaLink(where, names.topics, silent, doubt);
    const probe = async (): Promise<void> => {
      onProbe();
      await this.link.use((cluster) => cluster.refreshMetadata());
    };
    this.breaker = new Breaker(probe, onChange);
    this.queue = new GroupQueue<Parcel[]>(
      () => [],
      (parcels) => this.write(parcels),
      QUEUE_LIMITS,
    );
  }

  get isAway(): boolean {
    return this.breaker.away !== undefined;
  }

  /** Resolves when the part is settled, or with an error when it is worth another try. */
  send(part: AppendPart): Promise<Error | undefined> {
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    const parcel: Parcel = {
      part,
      isOpen: true,
      close: (again) => {
        parcel.isOpen = false;
        resolve(again);
      },
    };
    void this.queue.push(part.size, (parcels) => {
      parcels.push(parcel);
      return () => undefined;
    });
    return promise;
  }

  close(): void {
    this.breaker.close();
    this.link.close();
  }

  private async write(parcels: readonly Parcel[]): Promise<void> {
    let begun = false;
    try {
      await this.breaker.guard('an append', () => {
        begun = true;
        return this.link.insist((cluster) => this.produce(cluster, parcels));
      });
    } catch (error) {
      const again = begun && !(error instanceof TooLate);
      for (const { part, close } of parcels.filter(isOpen)) {
        if (!again || isWrong(error)) part.failure = asError(error);
        close(part.failure ? undefined : asError(error));
      }
    }
    // Lets partitions that were answered bring what waited for that, so that it is part of the next request.
    await new Promise((resolve) => setImmediate(resolve));
  }

  private async produce(cluster: Cluster, all: readonly Parcel[]): Promise<void> {
    const broker = await cluster.findBroker(this.node);
    // Who waited too long for the connection has heard so.
    const parcels = all.filter(isOpen);
    if (parcels.length === 0) return;
    const now = Date.now();
    const batches = parcels.map(({ part: { topic, partition, tails } }) => ({
      topic: this.names.topic(topic),
      partition,
      batch: encodeBatch(tails, now),
    }));
    const answers = await produce(broker, batches, REPLICAS_MS);
    for (const { part, close } of parcels.filter(isOpen))
      close(settle(part, this.names.topic(part.topic), answers));
  }
}

const isOpen = (parcel: Parcel): boolean => parcel.isOpen;
