import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { everyInStep, inStep, Moved, Unavailable } from '@parapet/contracts';
import type { TableSpec } from '../embedded/table-spec';
import type { CollectionMaker } from './collection-maker';
import { CurrentView, type Lease } from './current-view';
import type { GenerationRecords } from './generation-records';
import { placeIn, type Places } from './places';

/** How many looks fit into a lease; and how many while another generation is taking its place, for which callers wait. */
const LOOKS = 2;
const LOOKS_CHANGING = 16;
/** How often it is looked whether somebody dropped a collection: an insert notices it at once, but not everything is inserted. */
const WHOLE_EVERY_MS = 30_000;

/** The generation that is answered from, followed wherever it moves. */
export class CurrentPlaces implements Places {
  private readonly pinnedTo = new AsyncLocalStorage<string>();
  private readonly listeners = new Set<(generation: string) => void>();
  private readonly specs = new Map<string, TableSpec>();
  /** Those that are there for certain, in the generation that is answered from, unless somebody dropped them. */
  private readonly made = new Set<TableSpec>();
  private readonly view: CurrentView;
  private here = '';
  private looking: Promise<void> | undefined;
  private making: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopLookingThrough = (): void => undefined;
  private closed = false;

  constructor(
    private readonly records: GenerationRecords,
    private readonly maker: CollectionMaker,
    private readonly lease: Lease,
  ) {
    this.view = new CurrentView(records, lease);
  }

  /** Finds the current generation, or makes the first one, and waits until it can be inserted into. */
  async open(): Promise<void> {
    await this.untilSettled();
    this.lookLater();
    this.stopLookingThrough = everyInStep(WHOLE_EVERY_MS, () => {
      // A store that is away is told to those who ask for something.
      this.lookThrough().catch(() => undefined);
    });
  }

  current(): string {
    return this.here;
  }

  onChange(listener: (generation: string) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  pinned<T>(generation: string, work: () => Promise<T>): Promise<T> {
    return this.pinnedTo.run(generation, work);
  }

  /** @throws Unavailable when what was heard within the lease says that nothing may be inserted. */
  refuseChanging(): void {
    if (this.view.recent() === this.here) this.view.refuseInserts();
  }

  async declare(spec: TableSpec): Promise<void> {
    this.specs.set(spec.name, spec);
    await this.alone(() => this.make(spec, this.here));
  }

  async at(spec: TableSpec): Promise<string> {
    if (spec.kind === 'kept') return spec.name;
    if (this.view.recent() !== this.here) await this.look();
    this.refuseMoved();
    return placeIn(this.here, spec);
  }

  async reading<T>(spec: TableSpec, read: (name: string) => Promise<T>): Promise<T> {
    if (spec.kind === 'kept') return read(spec.name);
    for (;;) {
      const place = await this.at(spec);
      const answer = await read(place);
      if (placeIn(await this.certain(), spec) === place) return answer;
    }
  }

  async inserting<T>(spec: TableSpec, insert: (name: string) => Promise<T>): Promise<T> {
    if (spec.kind === 'kept') return insert(spec.name);
    const generation = await this.insertable();
    const place = placeIn(generation, spec);
    const answer = await insert(place);
    if (!(await this.maker.isWhole(place))) {
      await this.records.replace(generation);
      throw new Unavailable('The documents were dropped: they are being made again.', 3);
    }
    if ((await this.insertable()) !== generation)
      throw new Unavailable('Another generation took the place of the one inserted into.');
    return answer;
  }

  /** Asks where the current generation is and moves there. */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Replaces the generation if one of its collections was dropped. @throws Unavailable */
  lookThrough(): Promise<void> {
    return this.alone(async () => {
      for (const spec of this.made)
        if (spec.kind === 'derived' && !(await this.maker.isWhole(placeIn(this.here, spec))))
          return void (await this.records.replace(this.here));
    });
  }

  /** A new, empty generation instead of this one, ready to be inserted into. @returns the one that was left. */
  async startAnew(): Promise<string> {
    await this.look();
    const left = this.here;
    await this.records.replace(left);
    while (this.here === left) await this.look();
    await this.untilSettled();
    return left;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.stopLookingThrough();
    await this.looking?.catch(() => undefined);
  }

  /** The generation that may be inserted into, as heard within the lease. */
  private async insertable(): Promise<string> {
    const generation = await this.certain();
    this.view.refuseInserts();
    return generation;
  }

  /** The generation that is answered from, as heard within the lease. */
  private async certain(): Promise<string> {
    if (this.view.recent() !== this.here) await this.look();
    if (this.view.recent() !== this.here)
      throw new Unavailable('It is not known for certain where documents belong now.');
    this.refuseMoved();
    return this.here;
  }

  private refuseMoved(): void {
    const pinned = this.pinnedTo.getStore();
    if (pinned !== undefined && pinned !== this.here)
      throw new Moved(`generation ${this.here} took the place of ${pinned}`);
  }

  private async lookNow(): Promise<void> {
    const { generation } = await this.view.ask();
    if (generation !== this.here) await this.alone(() => this.moveTo(generation));
  }

  private async moveTo(generation: string): Promise<void> {
    for (const spec of this.specs.values()) await this.make(spec, generation);
    const first = this.here === '';
    this.here = generation;
    if (!first) for (const listener of this.listeners) listener(generation);
  }

  /** A collection that was dropped takes its whole generation with it: the next look finds the new one. */
  private async make(spec: TableSpec, generation: string): Promise<void> {
    if (!(await this.maker.make(spec, generation))) await this.records.replace(generation);
    this.made.add(spec);
  }

  /** One after the other: what is declared while this client moves must not be left behind. */
  private alone(work: () => Promise<void>): Promise<void> {
    const done = this.making.then(work);
    this.making = done.catch(() => undefined);
    return done;
  }

  private async untilSettled(): Promise<void> {
    await this.look();
    while (!this.view.settled) {
      await after(this.lease.leaseMs / LOOKS_CHANGING);
      await this.look();
    }
  }

  private lookLater(): void {
    if (this.closed) return;
    const again = (): void => void this.look().then(done, done);
    // A store that is away is told to those who ask for something: the view grows old by itself.
    const done = (): void => this.lookLater();
    const looks = this.view.changing ? LOOKS_CHANGING : LOOKS;
    this.timer = setTimeout(again, inStep(this.lease.leaseMs / looks)).unref();
  }
}
