import { randomBytes } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { KEPT, THINGS } from '../../testing/house';
import { GENERATIONS, newGeneration } from '../generation-records';
import { type MongoReadModelOptions, openMongoReadModel } from '../open-mongo-read-model';
import type { MongoReadModel } from '../mongo-read-model';

/** Where a MongoDB answers. */
export function mongoUrl(): string {
  const url = process.env['MONGODB_URL'];
  if (!url) throw new Error('MONGODB_URL must say where a MongoDB answers');
  return url;
}

/** A database of its own for one test, with any number of clients. */
export class FreshDatabase {
  readonly name = `spec_${randomBytes(6).toString('hex')}`;
  private readonly opened: { close(): Promise<void> }[] = [];
  private readonly driver = new MongoClient(mongoUrl());

  /** `leaseMs`: short where a test waits for leases to end, but long enough for a machine that is busy. */
  constructor(private readonly leaseMs = 500) {}

  get options(): MongoReadModelOptions {
    return { url: mongoUrl(), database: this.name, leaseMs: this.leaseMs };
  }

  /** Makes the first generation, settled: nobody else has this database. Left out, the first client waits a lease. */
  async begin(): Promise<this> {
    const generation = newGeneration();
    await this.raw.collection<{ _id: string; [field: string]: unknown }>(GENERATIONS).insertMany([
      { _id: generation, collections: [], alive: new Date() },
      { _id: 'current', generation, settled: true },
    ]);
    return this;
  }

  /** Past every client. */
  get raw(): Db {
    return this.driver.db(this.name);
  }

  /** A client that knows the suite's collections. */
  async client(options: Partial<MongoReadModelOptions> = {}): Promise<MongoReadModel> {
    const store = this.closing(await openMongoReadModel({ ...this.options, ...options }));
    for (const declared of [THINGS, KEPT]) await store.declare(declared);
    return store;
  }

  /** Closes it in the end, whatever happens. */
  closing<T extends { close(): Promise<void> }>(one: T): T {
    this.opened.push(one);
    return one;
  }

  async collections(): Promise<string[]> {
    const found = await this.raw.listCollections({}, { nameOnly: true }).toArray();
    return found.map(({ name }) => name);
  }

  async discard(): Promise<void> {
    await Promise.all(this.opened.map((store) => store.close()));
    await this.raw.dropDatabase();
    await this.driver.close();
  }
}

/** Resolves when `condition` answers true. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
