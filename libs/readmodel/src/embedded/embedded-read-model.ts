import { BelievedTime } from '@parapet/contracts';
import type { Collection, Document } from '../collection';
import {
  type Change,
  type ClaimQuery,
  type PageQuery,
  ReadModel,
  type TallyQuery,
  type Written,
} from '../read-model';
import type { Engine } from './calls';
import type { Column } from './column';
import { pack } from './packed';
import { heard, rowOf } from './rows';
import { type TableSpec, tableSpec } from './table-spec';
import { writeAsk } from './whole-change';

/** How often what has expired is looked for. */
const SWEEP_EVERY_MS = 60_000;

/** The read model in one SQLite file, or in memory. Made by `openEmbeddedReadModel`. */
export class EmbeddedReadModel extends ReadModel {
  private readonly specs = new WeakMap<object, TableSpec>();
  private readonly sweeper: NodeJS.Timeout | undefined;
  /** Documents say nothing for certain of what time it is. */
  private readonly time: BelievedTime;
  private closing: Promise<void> | undefined;
  override isOutdated = false;
  override readonly isOwned: boolean;

  /**
   * `now` is the clock of counters and of expiry, ms since 1970; `expires` says whether what has expired is removed by itself;
   * `isOwned` as in `ReadModel`.
   */
  constructor(
    private readonly engine: Engine,
    private readonly now: () => number,
    { expires, isOwned }: { readonly expires: boolean; readonly isOwned: boolean },
  ) {
    super();
    this.isOwned = isOwned;
    this.time = new BelievedTime({ now }, -Infinity);
    if (expires) this.sweeper = setInterval(() => void this.sweepQuietly(), SWEEP_EVERY_MS).unref();
  }

  async declare<D extends Document>(c: Collection<D>): Promise<void> {
    this.isOutdated = (await this.engine.call('declare', this.spec(c))) || this.isOutdated;
  }

  async get<D extends Document>(c: Collection<D>, id: string): Promise<D | undefined> {
    return (await this.find(c, [id], null))[0];
  }

  async getMany<D extends Document>(
    c: Collection<D>,
    ids: readonly string[],
    fields?: readonly (keyof D & string)[],
  ): Promise<ReadonlyMap<string, D>> {
    const found = await this.find(c, ids, fields ?? null);
    return new Map(found.map((document) => [document.id, document]));
  }

  async insert<D extends Document>(
    c: Collection<D>,
    documents: readonly D[],
  ): Promise<readonly boolean[]> {
    const spec = this.spec(c);
    const values: Column[] = [];
    for (const document of documents) {
      wellFormed(document.id);
      values.push(...rowOf(spec, document));
    }
    return this.engine.call('insert', { table: spec.name, values: pack(values) });
  }

  async write<D extends Document>(
    c: Collection<D>,
    changes: readonly Change<D>[],
  ): Promise<readonly Written[]> {
    for (const { id } of changes) wellFormed(id);
    return this.engine.call('write', writeAsk(this.spec(c), changes));
  }

  async page<D extends Document>(c: Collection<D>, query: PageQuery<D>): Promise<readonly D[]> {
    const { order = 'desc', ...rest } = query;
    const told = await this.engine.call('page', { ...rest, order, table: c.name });
    return heard(this.spec(c), told);
  }

  async tally<D extends Document>(
    c: Collection<D>,
    { bounds, ...rest }: TallyQuery<D>,
  ): Promise<readonly number[]> {
    const counts: number[] = [];
    while (counts.length < bounds.length - 1) {
      const left = bounds.slice(counts.length);
      counts.push(...(await this.engine.call('tally', { ...rest, bounds: left, table: c.name })));
    }
    return counts;
  }

  async claim<D extends Document>(c: Collection<D>, query: ClaimQuery<D>): Promise<readonly D[]> {
    return heard(this.spec(c), await this.engine.call('claim', { ...query, table: c.name }));
  }

  async increment(key: string, by: number, expiresAt: number): Promise<number> {
    return this.engine.call('increment', { key, by, expiresAt, now: this.now() });
  }

  async count<D extends Document>(c: Collection<D>): Promise<number> {
    return this.engine.call('count', c.name);
  }

  async dropDerived(): Promise<void> {
    await this.engine.call('dropDerived', null);
    this.isOutdated = false;
  }

  async ping(): Promise<void> {
    await this.engine.call('ping', null);
  }

  /** Removes everything that has expired by `now` (ms since 1970), slice by slice; answers how much that was. */
  async sweep(now: number): Promise<number> {
    let gone = 0;
    for (let slice = -1; slice !== 0; gone += slice) slice = await this.engine.call('sweep', now);
    return gone;
  }

  async close(): Promise<void> {
    clearInterval(this.sweeper);
    this.closing ??= this.engine.close();
    await this.closing;
  }

  private async find<D extends Document>(
    c: Collection<D>,
    ids: readonly string[],
    fields: readonly string[] | null,
  ): Promise<readonly D[]> {
    if (ids.length === 0) return [];
    const told = await this.engine.call('get', { table: c.name, ids, fields });
    return heard(this.spec(c), told, fields ?? undefined);
  }

  private spec<D extends Document>(c: Collection<D>): TableSpec {
    const known = this.specs.get(c);
    if (known) return known;
    const made = tableSpec(c);
    this.specs.set(c, made);
    return made;
  }

  private async sweepQuietly(): Promise<void> {
    const time = this.time.get();
    try {
      if (time !== null) await this.sweep(time);
    } catch {
      // A store that cannot sweep cannot serve either: readiness and the next caller say so. The next round tries again.
    }
  }
}

/** Two ids that differ only in lone surrogates would be one in SQLite. */
function wellFormed(id: string): void {
  if (!id.isWellFormed())
    throw new Error(`the id ${JSON.stringify(id)} is not well-formed Unicode`);
}
