/** What was unavailable after so many milliseconds may have been asked for too much at once; what refuses at once was not. */
const LONG_MS = 1_000;
/** One in so many comes on top with each batch that went well: were it more, every other one would be too much again. */
const GROWTH = 10;

/**
 * How many records are handed over at once. Whoever answers has a patience, and what a batch asks of it may take longer each time, as where
 * few records change documents that are large: as a whole such a batch would be waited with for ever.
 */
export class BatchSize {
  private most = Infinity;

  /** The first of these, as many as may be handed over. */
  of<T>(records: readonly T[]): readonly T[] {
    return records.length > this.most ? records.slice(0, this.most) : records;
  }

  /** Something was unavailable to whom so many were handed over, so long after that. */
  waitedInVain(count: number, ms: number): void {
    if (ms >= LONG_MS) this.most = Math.max(1, count >> 1);
  }

  /** So many were answered. */
  wentWell(count: number): void {
    if (count >= this.most) this.most += Math.ceil(this.most / GROWTH);
  }
}
