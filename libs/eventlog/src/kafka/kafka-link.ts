import { setTimeout as after } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import Cluster from 'kafkajs/src/cluster';
import { clientOptions } from './client-options';
import { asUnavailable, isMovedLeader, isSilence } from './kafka-errors';
import type { KafkaConnection } from './kafka-options';
import { kafkajsLogger } from './kafkajs-logger';
import { mendKafkajs } from './mend-kafkajs';
import { Sockets } from './sockets';
import { askOnly } from './one-broker';
import { tolerateErrors } from './tolerant-metadata';

const CONNECT_MS = 1_000;
const REQUEST_MS = 3_000;
const METADATA_AGE_MS = 60_000;
const TRIES = 3;
const BETWEEN_TRIES_MS = 50;

/** Where a link leads. */
export interface LinkedTo extends KafkaConnection {
  /** Whether nobody is asked of the cluster but the brokers that are named. */
  readonly only?: boolean;
}

interface Open {
  readonly cluster: Cluster;
  readonly sockets: Sockets;
  readonly ready: Promise<void>;
}

/**
 * One set of connections to Kafka. What is sent over one link is answered in order, so that what may wait long (joining a
 * group, a long poll) has a link of its own. Nothing of a connection that failed is kept: the next use begins afresh.
 */
export class KafkaLink {
  private open: Open | undefined;
  private readonly givenUp = new WeakSet<Open>();
  private connects = 0;
  private closed = false;

  constructor(
    private readonly where: LinkedTo,
    /** Topics (by their names in Kafka) whose leaders are looked up. */
    private readonly topics: readonly string[],
    /** Hears when Kafka did not answer. */
    private readonly onSilence: (error: unknown) => void = () => undefined,
    /** Hears when what answers next may be another Kafka, or another leader. */
    private readonly onDoubt: () => void = () => undefined,
  ) {
    mendKafkajs();
  }

  /** Connects if needed and does `work`. @throws Unavailable when Kafka is away, and what `work` throws otherwise. */
  async use<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
    if (this.closed) throw new Unavailable('the log is closed');
    const open = (this.open ??= this.connect());
    try {
      await open.ready;
      await open.cluster.refreshMetadataIfNecessary();
      return await work(open.cluster);
    } catch (error) {
      await this.recover(open, error);
      throw asUnavailable(error);
    }
  }

  /**
   * As `use`, tried again a moment later when Kafka did not answer or its leaders have moved. What was sent may be done more
   * than once.
   */
  async insist<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.use(work);
      } catch (error) {
        if (tries === TRIES || this.closed || !(error instanceof Unavailable)) throw error;
        await after(BETWEEN_TRIES_MS);
      }
    }
  }

  /** Ends what is on its way: it fails as if Kafka had not answered. The next use connects again. */
  cut(): void {
    if (!this.open) return;
    this.givenUp.add(this.open);
    this.drop(this.open, 'given up');
  }

  /** Ends all connections at once; whatever waits for an answer is told so. */
  close(): void {
    this.closed = true;
    if (this.open) this.drop(this.open, 'the log is closed');
  }

  private async recover(open: Open, error: unknown): Promise<void> {
    if (isMovedLeader(error) || error instanceof Unavailable) {
      this.onDoubt();
      await this.lookAgain(open);
    } else if (isSilence(error) && !this.givenUp.has(open)) {
      this.onDoubt();
      this.drop(open, 'Kafka did not answer');
      this.onSilence(error);
    }
  }

  private async lookAgain(open: Open): Promise<void> {
    if (this.open !== open) return;
    await open.cluster.refreshMetadata().catch(() => this.drop(open, 'its metadata is stale'));
  }

  private connect(): Open {
    const sockets = new Sockets(this.where);
    const cluster = new Cluster({
      ...clientOptions(this.where, this.connects++),
      logger: kafkajsLogger,
      socketFactory: sockets.make,
      connectionTimeout: CONNECT_MS,
      authenticationTimeout: REQUEST_MS,
      requestTimeout: REQUEST_MS,
      enforceRequestTimeout: true,
      metadataMaxAge: METADATA_AGE_MS,
      allowAutoTopicCreation: false,
      retry: {
        retries: Math.max(1, this.where.brokers.length - 1),
        initialRetryTime: 50,
        maxRetryTime: 100,
      },
    });
    tolerateErrors(cluster);
    if (this.where.only) askOnly(cluster);
    const ready = cluster.connect().then(() => cluster.addMultipleTargetTopics(this.topics));
    const open = { cluster, sockets, ready };
    ready.catch(() => this.drop(open, 'connecting failed'));
    return open;
  }

  private drop(open: Open, why: string): void {
    if (this.open === open) this.open = undefined;
    open.sockets.end(why);
  }
}
