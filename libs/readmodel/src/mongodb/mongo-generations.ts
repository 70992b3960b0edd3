import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { Generations, ReadModel } from '../read-model';
import type { StoreLogger } from './connection';
import type { CurrentPlaces } from './current-places';
import { wholeLease } from './current-view';
import type { GenerationRecords } from './generation-records';
import type { ShadowPlaces } from './shadow-places';

/** What generations need of the client they belong to. */
export interface GenerationHouse {
  readonly places: CurrentPlaces;
  readonly records: GenerationRecords;
  readonly leaseMs: number;
  /** Opens another client over a new generation. */
  readonly openShadow: () => Promise<ReadModel>;
  /** The generation of such a client; undefined for any other. */
  readonly shadowOf: (store: ReadModel) => ShadowPlaces | undefined;
  /** Drops the collections of a generation. */
  readonly drop: (generation: string) => Promise<void>;
  readonly logger: StoreLogger;
}

const IN_THE_WAY =
  'the new documents are in use, but the old ones could not be dropped and take up their room: a service that starts an hour after they were made, or later, drops them';
const LEFT_LYING =
  'the new documents are not in use and could not be dropped: a service that starts an hour after they were made, or later, drops them';
const UNKNOWN =
  'the read model went away in the moment of the exchange, and nobody knows whether the new documents are in use: when it is there again, run it once more';

/** Generations over a pointer in the database, see `Generations`. */
export class MongoGenerations implements Generations {
  constructor(private readonly house: GenerationHouse) {}

  current(): string {
    return this.house.places.current();
  }

  onChange(listener: (generation: string) => void): () => void {
    return this.house.places.onChange(listener);
  }

  pinned<T>(generation: string, work: () => Promise<T>): Promise<T> {
    return this.house.places.pinned(generation, work);
  }

  refuseChanging(): void {
    this.house.places.refuseChanging();
  }

  shadow(): Promise<ReadModel> {
    return this.house.openShadow();
  }

  async adopt(shadow: ReadModel, catchUp: () => Promise<void>): Promise<void> {
    const { places, logger, shadowOf } = this.house;
    const adopted = shadowOf(shadow);
    if (!adopted) throw new Error('only a shadow of this read model can be adopted');
    await places.look();
    const left = places.current();
    await this.exchange(left, adopted, catchUp);
    await this.leave(left).catch((err: unknown) => logger.warn({ err }, IN_THE_WAY));
  }

  async discard(shadow: ReadModel): Promise<void> {
    const { logger, shadowOf, drop } = this.house;
    const { generation } = shadowOf(shadow) ?? {};
    if (generation === undefined) return;
    try {
      if (await this.isOutOfUse(generation)) await drop(generation);
    } catch (err) {
      logger.warn({ err }, LEFT_LYING);
    }
  }

  /** An exchange whose answer was lost may still come, but none without its mark. */
  private async isOutOfUse(generation: string): Promise<boolean> {
    const pointer = await this.house.records.pointer();
    return pointer !== null && pointer.generation !== generation && !pointer.adopting;
  }

  private async leave(left: string): Promise<void> {
    const { places, leaseMs, drop } = this.house;
    await places.look();
    await after(wholeLease(leaseMs));
    await drop(left);
  }

  /** From the mark to the swap. The mark is renewed as long as this process lives; without it the swap cannot succeed. */
  private async exchange(
    left: string,
    adopted: ShadowPlaces,
    catchUp: () => Promise<void>,
  ): Promise<void> {
    const { records, leaseMs } = this.house;
    const by = randomUUID();
    if (!(await records.mark(left, by)))
      throw new Error('another generation is just taking the place of the current one');
    const beat = (): void => void records.beat(by).catch(() => undefined);
    const beating = setInterval(beat, leaseMs / 4);
    try {
      await after(wholeLease(leaseMs));
      await catchUp();
      await adopted.refuseUnlessWhole();
      if (!(await this.swapped(by, adopted.generation)))
        throw new Error('the mark was lost meanwhile: nothing was exchanged');
    } catch (error) {
      await records.unmark(by).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(beating);
    }
  }

  /** An answer that was lost says nothing of what was done: then the pointer does. */
  private async swapped(by: string, to: string): Promise<boolean> {
    const { records } = this.house;
    try {
      return await records.swap(by, to);
    } catch (error) {
      await after(this.house.leaseMs);
      if ((await this.pointedTo()) === to) return true;
      throw error;
    }
  }

  private async pointedTo(): Promise<string | undefined> {
    try {
      return (await this.house.records.pointer())?.generation;
    } catch (error) {
      throw new Error(UNKNOWN, { cause: error });
    }
  }
}
