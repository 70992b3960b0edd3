import { Unavailable } from '@parapet/contracts';
import { isOutOfTime } from './what-failed';

/** Ranges that are counted at the same time, of all tallies of a client: the connections are for others too. */
export const AT_ONCE = 4;
/** How long a tally may take, its turns included. Milliseconds. */
const PATIENCE_MS = 5_000;

/** What ends a count, as the driver takes it: the server by itself, and the client wherever the call then is. */
export interface CountBounds {
  readonly signal: AbortSignal;
  readonly maxTimeMS: number;
}

/**
 * Keeps tallies from being in the way of others: of all of them a few ranges are counted at once, and none is waited for for long. Much to
 * count takes a server that is well its time: what is given up says nothing of it, and closes a connection in the middle of its call.
 */
export class CountTurns {
  private free = AT_ONCE;
  private readonly waiting: (() => void)[] = [];

  /**
   * Does a tally. `work` gives each of its commands the bounds.
   * @throws Unavailable when it could not be counted in time: there was too much, or the server did not answer.
   */
  async patiently<T>(work: (bounds: CountBounds) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('Counting took too long.')), PATIENCE_MS);
    try {
      return await work({ signal: late.signal, maxTimeMS: PATIENCE_MS });
    } catch (error) {
      throw late.signal.aborted || isOutOfTime(error) ? tooLate(error) : error;
    } finally {
      clearTimeout(timer);
      // What is left of one that failed is waited for by nobody, and has turns that others could have.
      late.abort();
    }
  }

  /** Does `count` when it is its turn. */
  async inTurn<T>(count: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await count();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

const tooLate = (cause: unknown): Unavailable =>
  new Unavailable('It could not be counted in time', 1, {
    ...{ cause, advice: 'ask for a shorter span of time, or again' },
  });
