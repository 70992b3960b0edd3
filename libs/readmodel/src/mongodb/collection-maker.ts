import type { TableSpec } from '../embedded/table-spec';
import type { Connection } from './connection';
import type { GenerationRecords } from './generation-records';
import { reconcileIndexes } from './indexes';
import { placeIn } from './places';
import { SENTINEL, type Stored } from './stored';
import { exists } from './what-failed';

/** Makes collections of a generation what their declarations say. */
export class CollectionMaker {
  constructor(
    private readonly connection: Connection,
    private readonly records: GenerationRecords,
    /** See `MongoReadModelOptions`. */
    private readonly expires: boolean,
  ) {}

  /**
   * Makes a collection and its indexes, unless they are there.
   * @returns false when it was there once and has been dropped by somebody: nothing in this generation can be believed.
   */
  async make(spec: TableSpec, generation: string): Promise<boolean> {
    const place = placeIn(generation, spec);
    const indexed = async (): Promise<void> =>
      this.connection.run(
        (db) => reconcileIndexes(db, place, { spec, expires: this.expires }),
        null,
      );
    if (spec.kind === 'kept') {
      await indexed();
      return true;
    }
    const known = (await this.records.collectionsOf(generation))?.includes(spec.name) ?? false;
    if (known && !(await this.isWhole(place))) return false;
    if (!known) await this.putSentinel(place);
    await indexed();
    if (!known) await this.records.addCollection(generation, spec.name);
    return true;
  }

  /** Whether a collection is the one that was made: dropped and made again by a write, it has no sentinel. */
  async isWhole(place: string): Promise<boolean> {
    const found = await this.connection.run((db) =>
      db.collection<Stored>(place).findOne({ _id: SENTINEL }, { projection: { _id: 1 } }),
    );
    return found !== null;
  }

  private async putSentinel(place: string): Promise<void> {
    try {
      await this.connection.run((db) => db.collection<Stored>(place).insertOne({ _id: SENTINEL }));
    } catch (error) {
      if (!exists(error)) throw error;
    }
  }
}
