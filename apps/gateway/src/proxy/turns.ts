/** How many may do something at once, and of one client; how many may wait for it, and how long in all, in milliseconds. */
interface Bounds {
  readonly atOnce: number;
  readonly ofOne: number;
  readonly waiting: number;
  readonly wait: number;
}

/** Who wants a turn. */
export interface Comer {
  /** All that come for one client share its turns. */
  readonly client: string;
  /** Aborts when it wants none any more. */
  readonly left: AbortSignal;
  /** For how long it has waited for its turn elsewhere, in milliseconds. */
  readonly waited: number;
}

interface Waiter {
  readonly go: () => void;
  readonly gone: (why: Crowded) => void;
}

/** So many of one client that wait are a crowd of its own making. */
export const OWN_CROWD = 64;

/** There are too many before this one. */
export class Crowded extends Error {
  /** @param own whether most of them are the client's own */
  constructor(readonly own: boolean) {
    super();
  }
}

/** Lets so many go at once; the others wait for their turn, one client after the other, however many each sends. */
export class Turns {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private count = 0;
  /** The client whose turn is next stands first; each has those in order who came for it. */
  private readonly lines = new Map<string, Set<Waiter>>();

  constructor(private readonly bounds: Bounds) {}

  /** Undefined when it is one's turn at once. Each turn is given back once. Rejects with Crowded, or when `left` aborts. */
  take(comer: Comer): Promise<void> | undefined {
    if (this.taken < this.bounds.atOnce && this.mayGo(comer.client)) {
      this.goes(comer.client);
      return undefined;
    }
    if (this.count >= this.bounds.waiting && !this.makesRoomFor(comer.client))
      return Promise.reject(new Crowded(this.waitingFor(comer.client) >= OWN_CROWD));
    return this.wait(comer);
  }

  /** The turn of one who has taken it for this client is over. */
  give(client: string): void {
    this.taken -= 1;
    const left = (this.takenBy.get(client) ?? 1) - 1;
    if (left === 0) this.takenBy.delete(client);
    else this.takenBy.set(client, left);
    this.next();
  }

  private next(): void {
    for (const [client, line] of this.lines) {
      if (!this.mayGo(client)) continue;
      // Behind all others, until it is its turn again.
      this.lines.delete(client);
      this.lines.set(client, line);
      this.goes(client);
      const [first] = line;
      return first?.go();
    }
  }

  private mayGo(client: string): boolean {
    return (this.takenBy.get(client) ?? 0) < this.bounds.ofOne;
  }

  private goes(client: string): void {
    this.taken += 1;
    this.takenBy.set(client, (this.takenBy.get(client) ?? 0) + 1);
  }

  /** Whoever has most waiting loses the last of them, unless it is the one who asks. */
  private makesRoomFor(client: string): boolean {
    const own = this.waitingFor(client);
    const [longest] = [...this.lines.values()].sort((a, b) => b.size - a.size);
    if (!longest || longest.size <= own + 1) return false;
    [...longest].at(-1)?.gone(new Crowded(longest.size > OWN_CROWD));
    return true;
  }

  private waitingFor(client: string): number {
    return this.lines.get(client)?.size ?? 0;
  }

  private wait({ client, left, waited }: Comer): Promise<void> {
    return new Promise((done, failed) => {
      const leave = (): void => {
        this.remove(client, waiter);
        clearTimeout(patience);
        left.removeEventListener('abort', tired);
      };
      const waiter: Waiter = {
        go: () => {
          leave();
          done();
        },
        gone: (why) => {
          leave();
          failed(why);
        },
      };
      const tired = (): void => waiter.gone(new Crowded(false));
      const patience = setTimeout(tired, Math.max(0, this.bounds.wait - waited));
      this.add(client, waiter);
      if (left.aborted) tired();
      else left.addEventListener('abort', tired);
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
