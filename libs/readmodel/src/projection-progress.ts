import { Moved, type Position } from '@parapet/contracts';
import { collection } from './collection';
import { generationOf } from './one-generation';
import { ProgressWatch } from './progress-watch';
import type { Change, ReadModel } from './read-model';
import { SettledRanges } from './settled-ranges';

interface ProgressDocument {
  readonly id: string;
  readonly next: number;
}

/** Progress of projections: beside their documents, so that dropping those means a replay. */
export const PROJECTION_PROGRESS = collection<ProgressDocument>({
  name: 'projection_progress',
  indexes: [],
});

/** How often progress that another process made is looked for, while somebody waits for it. */
const LOOK_EVERY_MS = 20;

/**
 * The progress of one projection of one topic. Fits the `Progress` of `@parapet/eventlog`.
 * In one process `reached` is woken by `save`; progress made by another replica is seen by asking every 20 ms, once for all
 * who wait.
 */
export class ProjectionProgress {
  private readonly watches = new Map<number, ProgressWatch>();
  /** Generation in which each partition was loaded. */
  private readonly loadedIn = new Map<number, string>();
  private readonly settledIn = new Map<number, { generation: string; ranges: SettledRanges }>();
  /** Hears that other documents are answered from, whose progress is another. Left out where that cannot happen. */
  readonly onMoved?: (listener: () => void) => () => void;

  constructor(
    private readonly store: ReadModel,
    readonly projection: string,
    readonly topic: string,
  ) {
    const { generations } = store;
    if (generations) this.onMoved = (listener) => generations.onChange(() => listener());
  }

  private id(partition: number): string {
    return `${this.projection}/${this.topic}/${partition}`;
  }

  /** How far it is, for whoever wants to know. */
  async next(partition: number): Promise<number> {
    return (await this.store.get(PROJECTION_PROGRESS, this.id(partition)))?.next ?? 0;
  }

  /**
   * How far it is, for the consumer that goes on from there: what it handles and saves from now on belongs to the documents that
   * are answered from now. Others ask `next`.
   * @throws Moved when they change meanwhile.
   */
  async load(partition: number): Promise<number> {
    const generation = generationOf(this.store);
    const next = await this.in(generation, () => this.next(partition));
    this.loadedIn.set(partition, generation);
    return next;
  }

  /**
   * Handles what was loaded: all that is asked of the documents is refused once they are not those it was loaded from.
   * @throws Moved then.
   */
  during<T>(partition: number, work: () => Promise<T>): Promise<T> {
    return this.in(this.loadedIn.get(partition), work);
  }

  /** @throws Moved when other documents are answered from than when it was loaded. */
  async save(partition: number, next: number): Promise<void> {
    const change: Change<ProgressDocument> = { id: this.id(partition), insert: {}, max: { next } };
    await this.during(partition, () => this.store.write(PROJECTION_PROGRESS, [change]));
    this.watches.get(partition)?.wake();
  }

  /**
   * Says of a record that was just appended that documents of a generation know it already, so that it need not be read.
   * @param position behind all that was settled of its partition before
   */
  settle({ partition, offset }: Position, generation: string): void {
    const known = this.settledIn.get(partition);
    if (known?.generation === generation) return known.ranges.add(offset);
    const ranges = new SettledRanges();
    ranges.add(offset);
    this.settledIn.set(partition, { generation, ranges });
  }

  /** Where the next record lies, at `from` or behind it, that may not have been projected. */
  settled(partition: number, from: number): number {
    const known = this.settledIn.get(partition);
    return known && known.generation === this.loadedIn.get(partition)
      ? known.ranges.pass(from)
      : from;
  }

  /**
   * Waits until the record at `offset` has been projected.
   * @returns false when that took longer than `timeoutMs` (default 5,000).
   */
  reached(partition: number, offset: number, timeoutMs = 5_000): Promise<boolean> {
    return this.watch(partition).reached(offset, timeoutMs);
  }

  private async in<T>(generation: string | undefined, work: () => Promise<T>): Promise<T> {
    const { generations } = this.store;
    if (!generations || generation === undefined) return work();
    if (generations.current() !== generation)
      throw new Moved(`${this.projection}: other documents are answered from now`);
    return generations.pinned(generation, work);
  }

  private watch(partition: number): ProgressWatch {
    const known = this.watches.get(partition);
    if (known) return known;
    const made = new ProgressWatch(() => this.next(partition), LOOK_EVERY_MS);
    this.watches.set(partition, made);
    return made;
  }
}
