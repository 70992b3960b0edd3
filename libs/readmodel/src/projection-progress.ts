import { collection } from './collection';
import type { ReadModel } from './read-model';

interface ProgressDocument {
  readonly id: string;
  readonly next: number;
}

/** Progress of projections: beside their documents, so that dropping those means a replay. */
export const PROJECTION_PROGRESS = collection<ProgressDocument>({
  name: 'projection_progress',
  indexes: [],
});

/**
 * The progress of one projection of one topic. Fits the `Progress` of `@parapet/eventlog`.
 * In one process `reached` is woken by `save`; progress made by another replica is seen by asking every 20 ms.
 */
export class ProjectionProgress {
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly store: ReadModel,
    readonly projection: string,
    readonly topic: string,
  ) {}

  private id(partition: number): string {
    return `${this.projection}/${this.topic}/${partition}`;
  }

  async load(partition: number): Promise<number> {
    return (await this.store.get(PROJECTION_PROGRESS, this.id(partition)))?.next ?? 0;
  }

  async save(partition: number, next: number): Promise<void> {
    await this.store.write(PROJECTION_PROGRESS, [
      { id: this.id(partition), insert: {}, max: { next } },
    ]);
    for (const wake of this.waiting) wake();
  }

  /**
   * Waits until the record at `offset` has been projected.
   * @returns false when that took longer than `timeoutMs` (default 5,000).
   */
  async reached(partition: number, offset: number, timeoutMs = 5_000): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const woken = this.nextSave(20);
      if ((await this.load(partition)) > offset) return true;
      if (performance.now() > deadline) return false;
      await woken;
    }
  }

  private nextSave(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, atMostMs);
      this.waiting.add(wake);
    });
  }
}
