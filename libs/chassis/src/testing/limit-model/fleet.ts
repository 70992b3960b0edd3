import { Unavailable } from '@parapet/contracts';
import type { Bucket, Standing } from '../../limit/rate-counters';
import { SharedRateCounters } from '../../limit/shared-rate-counters';

/** The counters that replicas share, in memory. It can be away, and lose an answer after having counted. */
export class FakeStore {
  away = false;
  /** Lets this answer come when it likes, or fail after the count. */
  answer: (count: number) => Promise<number> = (count) => Promise.resolve(count);
  private readonly counts = new Map<string, number>();

  /** Counters that were asked for so far. */
  get size(): number {
    return this.counts.size;
  }

  increment(key: string, by: number): Promise<number> {
    if (this.away) return Promise.reject(new Unavailable('the store is away'));
    const count = (this.counts.get(key) ?? 0) + by;
    this.counts.set(key, count);
    return this.answer(count);
  }
}

/** One process that counts. */
interface Replica {
  counters: SharedRateCounters;
  /** Its clock is wrong by so many milliseconds. */
  readonly skew: number;
}

/** Processes that count by one store, on a clock of their own making. */
export class Fleet {
  readonly store = new FakeStore();
  readonly replicas: readonly Replica[];
  /** Milliseconds since 1970. */
  now = 50_000_000;
  /** Processes there have ever been. */
  ever: number;

  constructor(skews: readonly number[]) {
    this.replicas = skews.map((skew) => ({ counters: this.counters(), skew }));
    this.ever = skews.length;
  }

  async take(replica: number, bucket: Bucket, key: string): Promise<Standing> {
    const { counters, skew } = this.replica(replica);
    return counters.take(bucket, key, 1, this.now + skew);
  }

  restart(replica: number): void {
    this.replica(replica).counters = this.counters();
    this.ever += 1;
  }

  replica(index: number): Replica {
    const found = this.replicas[index];
    if (!found) throw new Error(`there is no replica ${index}`);
    return found;
  }

  private counters(): SharedRateCounters {
    return new SharedRateCounters(this.store, () => this.now);
  }
}
