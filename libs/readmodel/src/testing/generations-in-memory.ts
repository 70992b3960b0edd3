import { AsyncLocalStorage } from 'node:async_hooks';
import { Moved, Unavailable } from '@parapet/contracts';
import type { Collection, Document } from '../collection';
import { openEmbeddedReadModel } from '../embedded/open-embedded-read-model';
import {
  type Change,
  type ClaimQuery,
  type Generations,
  type PageQuery,
  ReadModel,
  type TallyQuery,
} from '../read-model';

type Declared = Collection<Document>;

/**
 * A store in memory whose derived documents have generations, each an embedded store of its own: for specs of those who must
 * live through a change. Without leases of its own: `hold()` stops inserts, as a store does around a change, until `release()`.
 */
export class GenerationsInMemory extends ReadModel {
  private readonly declared: Declared[] = [];
  private readonly opened: ReadModel[] = [];
  private readonly listeners = new Set<(generation: string) => void>();
  /** Shadows that were given up. */
  readonly discarded: ReadModel[] = [];
  private held = false;
  private number = 1;
  private readonly pinnedTo = new AsyncLocalStorage<string>();

  private constructor(private front: ReadModel) {
    super();
    this.opened.push(front);
  }

  static async open(): Promise<GenerationsInMemory> {
    return new GenerationsInMemory(await openEmbeddedReadModel({ path: ':memory:' }));
  }

  override readonly generations: Generations = {
    current: () => String(this.number),
    onChange: (listener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
    pinned: (generation, work) => this.pinnedTo.run(generation, work),
    refuseChanging: () => this.refuseHeld(),
    shadow: async () => this.another(),
    adopt: async (shadow, catchUp) => {
      await catchUp();
      this.answerFrom(shadow);
    },
    discard: async (shadow) => void this.discarded.push(shadow),
  };

  /** Inserts throw `Unavailable`. */
  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
  }

  override async dropDerived(): Promise<void> {
    this.answerFrom(await this.another());
  }

  override async declare<D extends Document>(c: Collection<D>): Promise<void> {
    this.declared.push(c as unknown as Declared);
    for (const store of this.opened) await store.declare(c);
  }

  override async insert<D extends Document>(
    c: Collection<D>,
    documents: readonly D[],
  ): Promise<readonly boolean[]> {
    this.refuseHeld();
    return this.answering.insert(c, documents);
  }

  override get = async <D extends Document>(c: Collection<D>, id: string) =>
    this.answering.get(c, id);
  override getMany = async <D extends Document>(
    c: Collection<D>,
    ids: readonly string[],
    fields?: readonly (keyof D & string)[],
  ) => this.answering.getMany(c, ids, fields);
  override write = async <D extends Document>(c: Collection<D>, changes: readonly Change<D>[]) =>
    this.answering.write(c, changes);
  override page = async <D extends Document>(c: Collection<D>, query: PageQuery<D>) =>
    this.answering.page(c, query);
  override tally = async <D extends Document>(c: Collection<D>, query: TallyQuery<D>) =>
    this.answering.tally(c, query);
  override claim = async <D extends Document>(c: Collection<D>, query: ClaimQuery<D>) =>
    this.answering.claim(c, query);
  override increment = async (key: string, by: number, expiresAt: number) =>
    this.front.increment(key, by, expiresAt);
  override count = async <D extends Document>(c: Collection<D>) => this.answering.count(c);
  override ping = async () => this.front.ping();

  override async close(): Promise<void> {
    for (const store of this.opened) await store.close();
  }

  private refuseHeld(): void {
    if (this.held) throw new Unavailable('documents change hands');
  }

  /** @throws Moved in work that is pinned to another generation. */
  private get answering(): ReadModel {
    const pinned = this.pinnedTo.getStore() ?? String(this.number);
    if (pinned !== String(this.number)) throw new Moved(`generation ${pinned} is over`);
    return this.front;
  }

  private async another(): Promise<ReadModel> {
    const store = await openEmbeddedReadModel({ path: ':memory:' });
    this.opened.push(store);
    for (const c of this.declared) await store.declare(c);
    return store;
  }

  private answerFrom(store: ReadModel): void {
    this.front = store;
    this.number += 1;
    for (const listener of this.listeners) listener(String(this.number));
  }
}
