import { setTimeout as after } from 'node:timers/promises';
import { Unavailable } from '@parapet/contracts';
import { type Db, type DbOptions, MongoClient } from 'mongodb';
import { Breaker } from './breaker';
import { explained, isAnswer, isUndone } from './what-failed';

/** A call that takes longer has met a store that is away. Below the 3 s that a request may wait. */
const PATIENCE_MS = 2_600;
/** A socket that has been silent for so long in the middle of a call is given up. Making an index may take a while. */
const SILENCE_MS = 30_000;
const PROBE_PATIENCE_MS = 1_000;
/** How often the driver looks for connections of its pool that have broken. Whoever takes one looks at that one as well. */
const POOL_LOOK_MS = 5_000;
/** How often a command that the server undid is sent again. */
const TRIES = 8;

/** What nobody may have otherwise, whatever the URL says: a secondary may not know yet what was answered, nor ever if it was one's alone. */
const EXACTLY: DbOptions = { readPreference: 'primary', writeConcern: { w: 'majority' } };

/**
 * In an object of its own the driver would find `constructor` and whatever else all objects have, and leave the lists under such keys
 * as bytes.
 */
const NO_FIELDS = Object.create(null) as Record<string, never>;

/** What the store says to people. Fits pino: fields first. */
export interface StoreLogger {
  warn(fields: object, message: string): void;
}

export interface ConnectionOptions {
  readonly url: string;
  /** Default: the one in the URL, or `parapet`. */
  readonly database?: string;
  readonly logger: StoreLogger;
}

/**
 * One client of the server. Every call goes through `run`: bounded in time, refused at once while the server is away, its errors
 * told in the house's words.
 */
export class Connection {
  readonly db: Db;
  private readonly client: MongoClient;
  private readonly breaker: Breaker;
  private met = false;
  private closing: Promise<void> | undefined;

  constructor({ url, database, logger }: ConnectionOptions) {
    this.client = new MongoClient(url, {
      appName: 'parapet',
      ignoreUndefined: true,
      fieldsAsRaw: NO_FIELDS,
      maxPoolSize: 20,
      connectTimeoutMS: 1_500,
      serverSelectionTimeoutMS: 1_500,
      waitQueueTimeoutMS: 2_000,
      socketTimeoutMS: SILENCE_MS,
      heartbeatFrequencyMS: 2_000,
      retryReads: false,
    });
    // Ten times a second by itself, which is most of what wakes a process that rests; no setting of the driver's names it.
    Object.assign(this.client.options, { minPoolSizeCheckFrequencyMS: POOL_LOOK_MS });
    this.db = this.client.db(database ?? databaseOf(url), EXACTLY);
    this.breaker = new Breaker({
      probe: () => within(PROBE_PATIENCE_MS, () => this.asked((db) => db.command({ ping: 1 }))),
      onChange: (away, err) =>
        away
          ? logger.warn({ err }, 'the read model is away: calls are refused until it answers')
          : logger.warn({}, 'the read model answers again'),
    });
  }

  /**
   * Does `work` on the database. `patienceMs` bounds it; `null` for what may take its time.
   * @throws Unavailable when the server is away, or undid the work again and again.
   */
  async run<T>(work: (db: Db) => Promise<T>, patienceMs: number | null = PATIENCE_MS): Promise<T> {
    if (this.closing) throw new Unavailable('The read model is closed.');
    this.breaker.pass();
    try {
      return await this.tried(work, patienceMs);
    } catch (error) {
      throw this.told(error);
    }
  }

  /** Disconnects; what is still asked fails. Safe to call twice. */
  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async tried<T>(work: (db: Db) => Promise<T>, patienceMs: number | null): Promise<T> {
    const all = () => againWhenUndone(() => this.asked(work));
    return patienceMs === null ? all() : within(patienceMs, all);
  }

  /** A client whose first attempt to connect failed never connects by being used: it must be told to. */
  private async asked<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (!this.met) await this.client.connect();
    this.met = true;
    return work(this.db);
  }

  /** A server that answered, if only that it could not, need not be asked whether it is back. */
  private told(error: unknown): unknown {
    const told = explained(error);
    if (told instanceof Unavailable && !isAnswer(error)) this.breaker.trip(error);
    return told;
  }

  private async finish(): Promise<void> {
    this.breaker.close();
    await this.client.close();
  }
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Unavailable(`The read model did not answer within ${ms} ms.`)),
      ms,
    );
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A command that the server undid as a whole is sent again, after a moment that differs for each of those who were in each other's way. */
async function againWhenUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isUndone(error)) throw error;
      await after(Math.random() * 10 * tries);
    }
  }
}

/** The database that a URL names: `mongodb://host:port,host:port/<database>?options`. */
export function databaseOf(url: string): string {
  const named = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];
  return named === undefined ? 'parapet' : decodeURIComponent(named);
}
