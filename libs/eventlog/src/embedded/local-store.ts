import { Unavailable } from '@parapet/contracts';
import { answer } from './answer';
import { sqliteCode, type SqliteStore } from './sqlite-store';
import type { StoreCalls, StoreThread } from './store-protocol';

/** The database on this thread: for a log in memory, which has nothing to wait for. */
export class LocalStore implements StoreThread {
  constructor(private readonly store: SqliteStore) {}

  async call<K extends keyof StoreCalls>(
    name: K,
    ask: StoreCalls[K]['ask'],
  ): Promise<StoreCalls[K]['answer']> {
    try {
      return answer(this.store, name, ask);
    } catch (error) {
      if (sqliteCode(error) === undefined) throw error;
      throw new Unavailable(`the log refused: ${String(error)}`, 1, { cause: error });
    }
  }

  async close(): Promise<void> {
    this.store.close();
  }
}
