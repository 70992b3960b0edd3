import { randomBytes } from 'node:crypto';
import type { Collection as Stores, Filter } from 'mongodb';
import type { Collection, Document } from '../collection';
import { type TableSpec, tableSpec } from '../embedded/table-spec';
import {
  type Change,
  type ClaimQuery,
  type Generations,
  type PageQuery,
  ReadModel,
  type TallyQuery,
  type Written,
} from '../read-model';
import { claimDue } from './claim-due';
import type { Connection } from './connection';
import { COUNTERS_SPEC, incrementCounter } from './counters';
import { insertDocuments } from './insert-documents';
import { pageFilter } from './page-filter';
import { OpenCalls } from './open-calls';
import type { Places } from './places';
import { type Stored, toDocument, toStored } from './stored';
import { countOf, countRanges } from './count-ranges';
import { type CountBounds, CountTurns } from './count-turns';
import type { AnyDocument } from './update-of';
import { writeChanges, type WriteTarget } from './write-changes';

/** What a client is made of. */
export interface MongoHouse {
  readonly connection: Connection;
  readonly places: Places;
  /** Clock of counters, ms since 1970. */
  readonly now: () => number;
  readonly dropDerived: () => Promise<void>;
  readonly generations?: Generations;
}

/** The read model in MongoDB, or whatever speaks its protocol. Made by `openMongoReadModel`. */
export class MongoReadModel extends ReadModel {
  override readonly generations?: Generations;
  private readonly specs = new Map<string, TableSpec>();
  private readonly name = randomBytes(6).toString('base64url');
  private bulks = 0;
  private readonly calls = new OpenCalls();
  private readonly turns = new CountTurns();
  private closing: Promise<void> | undefined;

  constructor(private readonly house: MongoHouse) {
    super();
    if (house.generations) this.generations = house.generations;
  }

  /** Makes what every database has. */
  async prepare(): Promise<void> {
    await this.house.places.declare(COUNTERS_SPEC);
  }

  async declare<D extends Document>(c: Collection<D>): Promise<void> {
    const spec = tableSpec(c);
    const known = this.specs.get(spec.name);
    if (known && JSON.stringify(known) !== JSON.stringify(spec))
      throw new Error(`the collection ${spec.name} is declared twice, each time otherwise`);
    if (!known) await this.house.places.declare(spec);
    this.specs.set(spec.name, spec);
  }

  get<D extends Document>(c: Collection<D>, id: string): Promise<D | undefined> {
    return this.calls.during(async () => {
      const found = await this.on(c, (from) => from.findOne({ _id: id }));
      return found ? toDocument<D>(found) : undefined;
    });
  }

  getMany<D extends Document>(
    c: Collection<D>,
    ids: readonly string[],
    fields?: readonly (keyof D & string)[],
  ): Promise<ReadonlyMap<string, D>> {
    const distinct = [...new Set(ids)];
    const projection = fields && { _id: 1, ...Object.fromEntries(fields.map((f) => [f, 1])) };
    return this.calls.during(async () => {
      if (distinct.length === 0) return new Map();
      const found = await this.on(c, (from) =>
        from.find({ _id: { $in: distinct } }, { ...(projection && { projection }) }).toArray(),
      );
      return new Map(found.map((stored) => [String(stored._id), toDocument<D>(stored)]));
    });
  }

  insert<D extends Document>(
    c: Collection<D>,
    documents: readonly D[],
  ): Promise<readonly boolean[]> {
    return this.calls.during(async () => {
      const spec = this.spec(c);
      const stored = documents.map((document) => toStored(spec, document));
      return this.house.places.inserting(spec, (place) =>
        this.run(place, (into) => insertDocuments(into, stored)),
      );
    });
  }

  write<D extends Document>(
    c: Collection<D>,
    changes: readonly Change<D>[],
  ): Promise<readonly Written[]> {
    const given: readonly Change<AnyDocument>[] = changes;
    return this.calls.during(async () => writeChanges(await this.target(c), given));
  }

  page<D extends Document>(c: Collection<D>, query: PageQuery<D>): Promise<readonly D[]> {
    return this.calls.during(async () => {
      const { filter, sort, limit } = pageFilter(this.spec(c), query);
      if (limit === 0) return [];
      const found = await this.on(c, (from) => from.find(filter).sort(sort).limit(limit).toArray());
      return found.map((stored) => toDocument<D>(stored));
    });
  }

  tally<D extends Document>(c: Collection<D>, query: TallyQuery<D>): Promise<readonly number[]> {
    return this.calls.during(async () => {
      const spec = this.spec(c);
      const countIn = (place: string, bounds: CountBounds): Promise<number[]> => {
        const inTurn = (filter: Filter<Stored>): Promise<number> =>
          this.turns.inTurn(() => this.run(place, (on) => countOf(on, filter, bounds), null));
        return countRanges(inTurn, spec, query);
      };
      return this.turns.patiently((bounds) =>
        this.house.places.reading(spec, (place) => countIn(place, bounds)),
      );
    });
  }

  claim<D extends Document>(c: Collection<D>, query: ClaimQuery<D>): Promise<readonly D[]> {
    return this.calls.during(async () => {
      const taken = await claimDue(await this.target(c), query);
      return taken.map((stored) => toDocument<D>(stored));
    });
  }

  increment(key: string, by: number, expiresAt: number): Promise<number> {
    const increment = { key, by, expiresAt, now: this.house.now() };
    return this.calls.during(() =>
      this.house.connection.run((db) => incrementCounter(db, increment)),
    );
  }

  count<D extends Document>(c: Collection<D>): Promise<number> {
    return this.calls.during(async () => {
      // Only ids are strings: what holds the place of the collection is not counted.
      const documents = { _id: { $gte: '' } };
      return this.on(c, (from) => from.countDocuments(documents), null);
    });
  }

  dropDerived(): Promise<void> {
    return this.calls.during(() => this.house.dropDerived());
  }

  async ping(): Promise<void> {
    await this.calls.during(() => this.house.connection.run((db) => db.command({ ping: 1 })));
  }

  async close(): Promise<void> {
    this.closing ??= this.finish();
    await this.closing;
  }

  private async finish(): Promise<void> {
    await this.calls.close();
    await this.house.places.close();
    await this.house.connection.close();
  }

  private async on<D extends Document, T>(
    c: Collection<D>,
    command: (from: Stores<Stored>) => Promise<T>,
    patienceMs?: null,
  ): Promise<T> {
    return this.house.places.reading(this.spec(c), (place) => this.run(place, command, patienceMs));
  }

  private run<T>(
    place: string,
    command: (on: Stores<Stored>) => Promise<T>,
    patienceMs?: null,
  ): Promise<T> {
    return this.house.connection.run((db) => command(db.collection<Stored>(place)), patienceMs);
  }

  private async target<D extends Document>(c: Collection<D>): Promise<WriteTarget> {
    const spec = this.spec(c);
    const place = await this.house.places.at(spec);
    return { spec, run: (command) => this.run(place, command), stamp: () => this.stamp() };
  }

  private stamp(): string {
    this.bulks += 1;
    return `${this.name}.${this.bulks.toString(36)}`;
  }

  private spec<D extends Document>(c: Collection<D>): TableSpec {
    const spec = this.specs.get(c.name);
    if (spec) return spec;
    throw new Error(`the collection ${c.name} was not declared: call declare first`);
  }
}
