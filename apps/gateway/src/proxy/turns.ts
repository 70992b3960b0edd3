/** How many may do something at once, how many may wait for it, and how long, in milliseconds. */
interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
  readonly wait: number;
}

/** Who wants a turn. */
export interface Comer {
  /** All that come for one client share its turns. */
  readonly client: string;
  /** Aborts when it wants none any more. */
  readonly left: AbortSignal;
}

interface Waiter {
  readonly go: () => void;
  readonly gone: () => void;
}

/** There are too many before this one. */
export class Crowded extends Error {}

/** Lets so many go at once; the others wait for their turn, one client after the other, however many each sends. */
export class Turns {
  private taken = 0;
  private count = 0;
  /** The client whose turn is next stands first; each has those in order who came for it. */
  private readonly lines = new Map<string, Set<Waiter>>();

  constructor(private readonly bounds: Bounds) {}

  /** Undefined when it is one's turn at once. Each turn is given back once. Rejects with Crowded, or when `left` aborts. */
  take(comer: Comer): Promise<void> | undefined {
    if (this.taken < this.bounds.atOnce) {
      this.taken += 1;
      return undefined;
    }
    if (this.count >= this.bounds.waiting && !this.makesRoomFor(comer.client))
      return Promise.reject(new Crowded());
    return this.wait(comer);
  }

  /** The turn of one who has taken it is over. */
  give(): void {
    const [first] = this.lines;
    if (!first) {
      this.taken -= 1;
      return;
    }
    const [client, line] = first;
    // Behind all others, until it is its turn again.
    this.lines.delete(client);
    this.lines.set(client, line);
    const [next] = line;
    next?.go();
  }

  /** Whoever has most waiting loses the last of them, unless it is the one who asks. */
  private makesRoomFor(client: string): boolean {
    const own = this.lines.get(client)?.size ?? 0;
    const [longest] = [...this.lines.values()].sort((a, b) => b.size - a.size);
    if (!longest || longest.size <= own + 1) return false;
    [...longest].at(-1)?.gone();
    return true;
  }

  private wait({ client, left }: Comer): Promise<void> {
    return new Promise((done, failed) => {
      const leave = (): void => {
        this.remove(client, waiter);
        clearTimeout(patience);
        left.removeEventListener('abort', waiter.gone);
      };
      const waiter: Waiter = {
        go: () => {
          leave();
          done();
        },
        gone: () => {
          leave();
          failed(new Crowded());
        },
      };
      const patience = setTimeout(waiter.gone, this.bounds.wait);
      this.add(client, waiter);
      if (left.aborted) waiter.gone();
      else left.addEventListener('abort', waiter.gone);
    });
  }

  private add(client: string, waiter: Waiter): void {
    const line = this.lines.get(client) ?? new Set();
    this.lines.set(client, line.add(waiter));
    this.count += 1;
  }

  private remove(client: string, waiter: Waiter): void {
    const line = this.lines.get(client);
    if (!line?.delete(waiter)) return;
    this.count -= 1;
    if (line.size === 0) this.lines.delete(client);
  }
}
