/** How many may do something at once, how many may wait for it, and how long, in milliseconds. */
interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
  readonly wait: number;
}

/** There are too many before this one. */
export class Crowded extends Error {}

/** Lets so many go at once; the others wait for their turn. */
export class Turns {
  private taken = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly bounds: Bounds) {}

  /** Undefined when it is one's turn at once. Each turn is given back once. Rejects with Crowded, or when `left` aborts. */
  take(left: AbortSignal): Promise<void> | undefined {
    if (this.taken < this.bounds.atOnce) {
      this.taken += 1;
      return undefined;
    }
    if (this.waiting.size >= this.bounds.waiting) return Promise.reject(new Crowded());
    return this.wait(left);
  }

  /** The turn of one who has taken it is over. */
  give(): void {
    const [next] = this.waiting;
    if (next) next();
    else this.taken -= 1;
  }

  private wait(left: AbortSignal): Promise<void> {
    return new Promise((done, failed) => {
      const leave = (): void => {
        this.waiting.delete(go);
        clearTimeout(patience);
        left.removeEventListener('abort', gone);
      };
      const go = (): void => {
        leave();
        done();
      };
      const gone = (): void => {
        leave();
        failed(new Crowded());
      };
      const patience = setTimeout(gone, this.bounds.wait);
      this.waiting.add(go);
      if (left.aborted) gone();
      else left.addEventListener('abort', gone);
    });
  }
}
