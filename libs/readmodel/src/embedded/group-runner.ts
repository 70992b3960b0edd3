import { Unavailable } from '@parapet/contracts';
import type { Answering, CallName, Calls, Engine } from './calls';
import { explained } from './database';
import type { Store } from './store';

const READS: ReadonlySet<CallName> = new Set<CallName>(['get', 'page', 'tally', 'count', 'ping']);
/** These may change a whole file. SQLite keeps in memory what it would need to undo them alone, so nothing shares their transaction. */
const ALONE: ReadonlySet<CallName> = new Set<CallName>(['declare', 'dropDerived']);
/** Calls in one transaction, at most. */
const GROUP = 500;

interface Waiting {
  readonly reads: boolean;
  readonly alone: boolean;
  /** Answers the call and says how to tell; the telling waits for the commit. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs calls on a store in this thread, in the order they came. Those that arrive while a group runs make the next one:
 * one transaction for all, so that many small writes cost little. Nothing is answered before its group is committed.
 */
export class GroupRunner implements Engine {
  private readonly waiting: Waiting[] = [];
  private armed: NodeJS.Immediate | undefined;
  private closed = false;

  constructor(private readonly store: Store) {}

  call<K extends CallName>(name: K, ask: Calls[K]['ask']): Promise<Calls[K]['answer']> {
    if (this.closed) return Promise.reject(new Unavailable('The read model is closed.'));
    return new Promise((resolve, reject) => {
      const store: Answering = this.store;
      const run = (): (() => void) => {
        const answer = store[name](ask);
        return () => resolve(answer);
      };
      this.waiting.push({ reads: READS.has(name), alone: ALONE.has(name), run, reject });
      this.armed ??= setImmediate(() => this.next());
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    while (this.waiting.length > 0) this.next();
    this.store.close();
  }

  private next(): void {
    clearImmediate(this.armed);
    this.armed = undefined;
    const group = this.take();
    if (this.waiting.length > 0) this.armed = setImmediate(() => this.next());
    try {
      for (const tell of this.runGroup(group)) tell();
    } catch (error) {
      this.store.rollback();
      // A disk that takes no write can be read all the same.
      for (const call of group)
        if (call.reads) this.runOne(call, false)();
        else call.reject(explained(error));
    }
  }

  /** The next calls that may share a transaction, or one that may not and begins its own. */
  private take(): readonly Waiting[] {
    const alone = this.waiting.slice(0, GROUP).findIndex((call) => call.alone);
    return this.waiting.splice(0, alone < 0 ? GROUP : Math.max(1, alone));
  }

  /** @throws whatever took the whole transaction away; the error of one call alone is told to that call. */
  private runGroup(group: readonly Waiting[]): (() => void)[] {
    if (group.every(({ reads, alone }) => reads || alone))
      return group.map((call) => this.runOne(call, false));
    this.store.begin();
    const told = group.map((call) => this.runOne(call, true));
    this.store.commit();
    return told;
  }

  private runOne({ run, reject }: Waiting, inTransaction: boolean): () => void {
    try {
      return run();
    } catch (error) {
      if (inTransaction && !this.store.inTransaction()) throw error;
      return () => reject(explained(error));
    }
  }
}
