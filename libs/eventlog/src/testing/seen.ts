import type { RawRecord } from '@parapet/contracts';

/** Collects what a test has been handed, so that it can await it. */
export class Seen {
  readonly records: RawRecord[] = [];
  private waiting: { readonly test: () => boolean; readonly resolve: () => void }[] = [];

  /** Takes records; its identity may be handed out as a handler. */
  readonly take = (records: readonly RawRecord[]): void => {
    this.records.push(...records);
    this.look();
  };

  get ids(): readonly string[] {
    return this.records.map((record) => record.meta.id);
  }

  /** Resolves when at least `count` records came. */
  async count(count: number): Promise<void> {
    await this.until(() => this.records.length >= count);
  }

  /** Resolves when all these events came, in any order. */
  async all(ids: readonly string[]): Promise<void> {
    await this.until(() => ids.every((id) => this.ids.includes(id)));
  }

  private until(test: () => boolean): Promise<void> {
    if (test()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ test, resolve }));
  }

  private look(): void {
    const over = this.waiting.filter(({ test }) => test());
    this.waiting = this.waiting.filter((waiter) => !over.includes(waiter));
    for (const { resolve } of over) resolve();
  }
}
