import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import type { Connection } from './connection';
import { exists } from './what-failed';

/** Where generations are recorded; no generation's itself. */
export const GENERATIONS = 'generations_';

/** Which generation is answered from. One document, changed only on condition of what it says: that decides every race. */
export interface Pointer {
  readonly _id: 'current';
  readonly generation: string;
  /** Every client has stopped inserting into the one before. */
  readonly settled: boolean;
  /** Another generation is about to take its place; `beat` counts up as long as whoever does that lives. */
  readonly adopting?: { readonly by: string; readonly beat: number };
}

/** A generation that exists. */
interface Registered {
  readonly _id: string;
  /** Collections that were made in it: one of them without its sentinel has been dropped by somebody. */
  readonly collections: readonly string[];
  /** When somebody last said that it is needed. */
  readonly alive: Date;
}

/** Named by its time, so that people see which is older, and by chance, so that no two are one. */
export const newGeneration = (): string =>
  `g${Date.now().toString(36)}${randomBytes(5).toString('hex')}`;

/** What the database knows about generations. Each change is one atomic step that says whether it was taken. */
export class GenerationRecords {
  constructor(private readonly connection: Connection) {}

  async pointer(): Promise<Pointer | null> {
    return this.connection.run(() => this.pointers.findOne({ _id: 'current' }));
  }

  /** Makes the first generation, unless somebody else just did. */
  async begin(): Promise<void> {
    const generation = newGeneration();
    await this.register(generation);
    const first: Pointer = { _id: 'current', generation, settled: false };
    try {
      await this.connection.run(() => this.pointers.insertOne(first));
    } catch (error) {
      if (!exists(error)) throw error;
      await this.forget([generation]);
    }
  }

  /** A new, empty generation instead of `from`, at once. */
  async replace(from: string): Promise<boolean> {
    const generation = newGeneration();
    await this.register(generation);
    const replaced = await this.change(
      { generation: from },
      { $set: { generation, settled: false }, $unset: { adopting: '' } },
    );
    if (!replaced) await this.forget([generation]);
    return replaced;
  }

  settle(generation: string): Promise<boolean> {
    return this.change({ generation }, { $set: { settled: true } });
  }

  mark(generation: string, by: string): Promise<boolean> {
    const free = { generation, adopting: { $exists: false } };
    return this.change(free, { $set: { adopting: { by, beat: 0 } } });
  }

  beat(by: string): Promise<boolean> {
    return this.change({ 'adopting.by': by }, { $inc: { 'adopting.beat': 1 } });
  }

  /** With `beat`: only if it has not counted on. */
  unmark(by: string, beat?: number): Promise<boolean> {
    const same = beat === undefined ? {} : { 'adopting.beat': beat };
    return this.change({ 'adopting.by': by, ...same }, { $unset: { adopting: '' } });
  }

  swap(by: string, generation: string): Promise<boolean> {
    return this.change(
      { 'adopting.by': by },
      { $set: { generation, settled: true }, $unset: { adopting: '' } },
    );
  }

  async register(generation: string): Promise<void> {
    const made: Registered = { _id: generation, collections: [], alive: new Date() };
    await this.connection.run(() => this.registered.insertOne(made));
  }

  /** The collections that were made in a generation; null when nobody knows it any more. */
  async collectionsOf(generation: string): Promise<readonly string[] | null> {
    const found = await this.connection.run(() => this.registered.findOne({ _id: generation }));
    return found?.collections ?? null;
  }

  /** Registers the generation anew where it was forgotten: who made it stood still for long before pointing to it. */
  async addCollection(generation: string, name: string): Promise<void> {
    const added = { $addToSet: { collections: name }, $setOnInsert: { alive: new Date() } };
    const add = (): Promise<unknown> =>
      this.connection.run(() =>
        this.registered.updateOne({ _id: generation }, added, { upsert: true }),
      );
    // Of two that register it at once one may be told that it is there.
    await add().catch((error: unknown) => (exists(error) ? add() : Promise.reject(error)));
  }

  async keepAlive(generation: string): Promise<void> {
    await this.connection.run(() =>
      this.registered.updateOne({ _id: generation }, { $set: { alive: new Date() } }),
    );
  }

  /** Every generation that is recorded. */
  async all(): Promise<string[]> {
    const found = await this.connection.run(() =>
      this.registered.find({ _id: { $ne: 'current' } }, { projection: { _id: 1 } }).toArray(),
    );
    return found.map(({ _id }) => _id);
  }

  /** Generations that somebody needed after `since`. */
  async aliveSince(since: Date): Promise<string[]> {
    const found = await this.connection.run(() =>
      this.registered.find({ alive: { $gte: since } }).toArray(),
    );
    return found.map(({ _id }) => _id);
  }

  async forget(generations: readonly string[]): Promise<void> {
    await this.connection.run(() =>
      this.registered.deleteMany({ _id: { $in: [...generations], $ne: 'current' } }),
    );
  }

  private async change(filter: object, update: object): Promise<boolean> {
    const { matchedCount } = await this.connection.run(() =>
      this.pointers.updateOne({ ...filter, _id: 'current' }, update),
    );
    return matchedCount > 0;
  }

  private get pointers(): Collection<Pointer> {
    return this.connection.db.collection<Pointer>(GENERATIONS);
  }

  private get registered(): Collection<Registered> {
    return this.connection.db.collection<Registered>(GENERATIONS);
  }
}
