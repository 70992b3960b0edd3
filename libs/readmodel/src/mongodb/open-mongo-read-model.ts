import { setTimeout as after } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import type { ReadModel } from '../read-model';
import { CollectionMaker } from './collection-maker';
import { Connection, type StoreLogger } from './connection';
import { CurrentPlaces } from './current-places';
import { LEASE_MS } from './current-view';
import { dropForgotten, dropGeneration } from './garbage';
import { GenerationRecords, newGeneration } from './generation-records';
import { MongoGenerations } from './mongo-generations';
import { MongoReadModel } from './mongo-read-model';
import { ShadowPlaces } from './shadow-places';
import { MongoRefusal, refusalOf } from './what-failed';

/** Between the tries to reach a database that is away at the start. */
const AGAIN_MS = 500;

export interface MongoReadModelOptions {
  /** `mongodb://host:port,host:port/database?options`. */
  readonly url: string;
  /** Default: the one in the URL, or `parapet`. */
  readonly database?: string;
  /** Clock of counters, ms since 1970. Default: the machine's. */
  readonly now?: () => number;
  /** Monotonic clock of leases, ms. Default: the machine's. */
  readonly clock?: () => number;
  /** See `LEASE_MS`, the default. All clients of a database must have the same. */
  readonly leaseMs?: number;
  /**
   * Whether collections expire as this client declares them. False: their expiry stays as it is found, and what this client makes
   * does not expire before one that says otherwise declares it, too. Default: true.
   */
  readonly expires?: boolean;
  /** Default: says nothing. */
  readonly logger?: StoreLogger;
  /** Ends the waiting for a database that is away at the start. */
  readonly signal?: AbortSignal;
}

/**
 * Opens the read model in MongoDB. A database that is away is waited for, with a line in the log. Resolves when documents can be
 * inserted; in an empty database that takes a lease (2 s).
 * @throws MongoRefusal when the database refuses who is asking; the reason of `signal` when that aborts.
 */
export async function openMongoReadModel(options: MongoReadModelOptions): Promise<MongoReadModel> {
  const opener = new Opener(options);
  try {
    return await opener.open();
  } catch (error) {
    await opener.abandon();
    throw error;
  }
}

const silent: StoreLogger = { warn: () => undefined };

class Opener {
  private readonly connection: Connection;
  private readonly records: GenerationRecords;
  private readonly maker: CollectionMaker;
  private readonly places: CurrentPlaces;
  private readonly leaseMs: number;
  /** What shadows of this client are over. */
  private readonly shadows = new WeakMap<ReadModel, ShadowPlaces>();

  constructor(private readonly options: MongoReadModelOptions) {
    const { clock = () => performance.now(), leaseMs = LEASE_MS } = options;
    this.leaseMs = leaseMs;
    this.connection = this.connect();
    this.records = new GenerationRecords(this.connection);
    this.maker = this.makerOver(this.connection, this.records);
    this.places = new CurrentPlaces(this.records, this.maker, { leaseMs, clock });
  }

  async open(): Promise<MongoReadModel> {
    await this.untilThere(() => this.places.open());
    const { places, records, leaseMs } = this;
    const { logger = silent } = this.options;
    const drop = (generation: string) => dropGeneration(this.connection, records, generation);
    const store = new MongoReadModel({
      connection: this.connection,
      places,
      now: this.options.now ?? Date.now,
      dropDerived: async () => drop(await places.startAnew()),
      generations: new MongoGenerations({
        ...{ places, records, leaseMs, drop, logger },
        openShadow: () => this.openShadow(),
        shadowOf: (shadow) => this.shadows.get(shadow),
      }),
    });
    await this.untilThere(() => store.prepare());
    await this.untilThere(() => dropForgotten(this.connection, records, Date.now()));
    return store;
  }

  async abandon(): Promise<void> {
    await this.connection.close();
    await this.places.close();
  }

  private async openShadow(): Promise<ReadModel> {
    const connection = this.connect();
    const records = new GenerationRecords(connection);
    const generation = newGeneration();
    await records.register(generation);
    const maker = this.makerOver(connection, records);
    const places = new ShadowPlaces(generation, maker, records);
    const store = new MongoReadModel({
      connection,
      places,
      now: this.options.now ?? Date.now,
      dropDerived: () => Promise.reject(new Error('a shadow is dropped by never adopting it')),
    });
    this.shadows.set(store, places);
    return store;
  }

  private makerOver(connection: Connection, records: GenerationRecords): CollectionMaker {
    return new CollectionMaker(connection, records, this.options.expires ?? true);
  }

  private connect(): Connection {
    const { url, database, logger = silent } = this.options;
    return new Connection({ url, logger, ...(database !== undefined && { database }) });
  }

  /** Does what cannot be left out, as often as it takes. */
  private async untilThere(work: () => Promise<void>): Promise<void> {
    const { signal, logger = silent } = this.options;
    for (let tries = 1; ; tries += 1) {
      try {
        signal?.throwIfAborted();
        return await work();
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        // Whoever hears that something is away waits for it.
        const refusal = refusalOf(error.cause);
        if (refusal !== undefined) throw new MongoRefusal(refusal, { cause: error });
        if (tries === 1) logger.warn({ err: error }, 'the read model is away: waiting for it');
        await after(AGAIN_MS, undefined, signal ? { signal } : {});
      }
    }
  }
}
