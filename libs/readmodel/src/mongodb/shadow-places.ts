import type { TableSpec } from '../embedded/table-spec';
import type { CollectionMaker } from './collection-maker';
import type { GenerationRecords } from './generation-records';
import { placeIn, type Places } from './places';

/** How often a shadow says that it is needed. */
const ALIVE_EVERY_MS = 60_000;

/** A generation that nobody answers from yet: all of it belongs to the one who fills it. */
export class ShadowPlaces implements Places {
  private readonly specs: TableSpec[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    readonly generation: string,
    private readonly maker: CollectionMaker,
    records: GenerationRecords,
  ) {
    const say = (): void => void records.keepAlive(generation).catch(() => undefined);
    this.timer = setInterval(say, ALIVE_EVERY_MS).unref();
  }

  async declare(spec: TableSpec): Promise<void> {
    this.specs.push(spec);
    if (!(await this.maker.make(spec, this.generation))) throw this.dropped();
  }

  at(spec: TableSpec): Promise<string> {
    return Promise.resolve(placeIn(this.generation, spec));
  }

  async reading<T>(spec: TableSpec, read: (name: string) => Promise<T>): Promise<T> {
    return read(placeIn(this.generation, spec));
  }

  async inserting<T>(spec: TableSpec, insert: (name: string) => Promise<T>): Promise<T> {
    return insert(placeIn(this.generation, spec));
  }

  /** @throws Error when somebody has dropped one of its collections. */
  async refuseUnlessWhole(): Promise<void> {
    for (const spec of this.specs) {
      const derived = spec.kind === 'derived';
      if (derived && !(await this.maker.isWhole(placeIn(this.generation, spec))))
        throw this.dropped();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
  }

  private dropped(): Error {
    return new Error(`generation ${this.generation} was dropped while it was being made`);
  }
}
