import { Unavailable } from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { FakeStore } from '../testing/limit-model/fleet';
import type { Bucket, Standing } from './rate-counters';
import { SharedRateCounters } from './shared-rate-counters';

const user: Bucket = { name: 'user', limit: 5, windowMs: 1_000 };
const agent: Bucket = { name: 'agent', limit: 50, windowMs: 1_000, sliced: true };

let store: ReadModel;
beforeEach(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:', now: () => 5_000 });
});
afterEach(() => store.close());

/** The store, counting the questions; it can be away. */
class Watched {
  asked = 0;
  away = false;
  constructor(private readonly store: ReadModel) {}
  async increment(key: string, by: number, expiresAt: number): Promise<number> {
    this.asked += 1;
    if (this.away) throw new Unavailable('the store is away');
    return this.store.increment(key, by, expiresAt);
  }
}

const allowed = (standings: readonly Standing[]): number =>
  standings.filter((standing) => standing.allowed).length;

test('rule 20: replicas that count by one store allow no more than the limit together', async () => {
  const replicas = [new SharedRateCounters(store), new SharedRateCounters(store)];
  const asked = Array.from({ length: 20 }, (_, i) => replicas[i % 2]?.take(user, 'a', 1, 5_500));
  const standings = (await Promise.all(asked)).flatMap((s) => s ?? []);
  expect(allowed(standings)).toBe(5);
  expect(standings.map((s) => s.remaining).sort()).toEqual([...Array(16).fill(0), 1, 2, 3, 4]);
  expect(standings[0]).toMatchObject({ resetAt: 6_000 });
  expect(await replicas[1]?.take(user, 'b', 1, 5_500)).toMatchObject({ allowed: true });
  expect(await replicas[1]?.take(user, 'a', 1, 6_000)).toMatchObject({ remaining: 4 });
});

test('rule 20: whatever requests come to whichever replica, slices never let more pass than the limit', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.array(
        fc.record({
          replica: fc.nat(2),
          cost: fc.integer({ min: 1, max: 20 }),
          wait: fc.boolean(),
        }),
        { maxLength: 120 },
      ),
      async (limit, requests) => {
        const counted = await openEmbeddedReadModel({ path: ':memory:', now: () => 5_000 });
        const replicas = [0, 1, 2].map(() => new SharedRateCounters(counted));
        const bucket = { ...agent, limit };
        let passed = 0;
        const take = async (replica: number, cost: number): Promise<void> => {
          const standing = await replicas[replica]?.take(bucket, 'a', cost, 5_500);
          if (standing?.allowed) passed += cost;
          expect(standing?.remaining).toBeGreaterThanOrEqual(0);
        };
        const open: Promise<void>[] = [];
        for (const { replica, cost, wait } of requests) {
          open.push(take(replica, cost));
          if (wait) await open.at(-1);
        }
        await Promise.all(open);
        expect(passed).toBeLessThanOrEqual(limit);
        await counted.close();
      },
    ),
    { seed: 20, numRuns: 150 },
  ));

test('a replica that is alone uses its slices up to the very limit', async () => {
  const counters = new SharedRateCounters(store);
  const standings: Standing[] = [];
  for (let i = 0; i < 60; i += 1) standings.push(await counters.take(agent, 'a', 1, 5_500));
  expect(allowed(standings)).toBe(50);
  expect(standings.map((s) => s.remaining)).toEqual([
    ...Array.from({ length: 50 }, (_, i) => 49 - i),
    ...Array<number>(10).fill(0),
  ]);
});

test('an agent that streams costs the store next to nothing, and is answered at once', async () => {
  const watched = new Watched(store);
  const counters = new SharedRateCounters(watched);
  const wide = { ...agent, limit: 360_000 };
  let waited = 0;
  for (let i = 0; i < 20_000; i += 1) {
    const standing = counters.take(wide, 'a', 1, 5_500);
    if (standing instanceof Promise) waited += 1;
    await standing;
    // As between real requests, there is time for other things.
    if (i % 100 === 0) await new Promise((done) => setImmediate(done));
  }
  expect(waited).toBe(1);
  expect(watched.asked).toBeLessThan(25);
});

test('who is over the limit is refused without a question', async () => {
  const watched = new Watched(store);
  const counters = new SharedRateCounters(watched);
  const small = { ...agent, limit: 5 };
  for (const bucket of [user, small]) {
    for (let i = 0; i < 6; i += 1) await counters.take(bucket, 'a', 1, 5_500);
    const before = watched.asked;
    for (let i = 0; i < 10; i += 1)
      expect(await counters.take(bucket, 'a', 1, 5_500)).toMatchObject({ allowed: false });
    expect(watched.asked).toBe(before);
  }
});

test('to ask costs nothing', async () => {
  const counters = new SharedRateCounters(store);
  for (let i = 0; i < 9; i += 1)
    expect(await counters.take(user, 'a', 0, 5_500)).toMatchObject({ remaining: 5, allowed: true });
});

test('while the store is away a replica counts for itself, and asks again later', async () => {
  const watched = new Watched(store);
  const counters = new SharedRateCounters(watched);
  watched.away = true;
  const standings: Standing[] = [];
  for (let i = 0; i < 8; i += 1) standings.push(await counters.take(user, 'a', 1, 5_500));
  expect([allowed(standings), watched.asked]).toEqual([5, 1]);
  const agents: Standing[] = [];
  for (let i = 0; i < 60; i += 1) agents.push(await counters.take(agent, 'a', 1, 5_500));
  expect(allowed(agents)).toBe(50);
});

test('a flood of made-up keys makes so many counters and no more, here and in the store', async () => {
  const flooded = new FakeStore();
  const counters = new SharedRateCounters(flooded);
  const few = { ...user, name: 'address', maxKeys: 100 };
  for (const second of [5_000, 6_000])
    for (let i = 0; i < 1_000; i += 1) await counters.take(few, `key ${i}`, 1, second);
  expect(flooded.size).toBe(2 * 101);
});

test('what a replica let pass while the store was away it remembers when the store is back', async () => {
  const watched = new Watched(store);
  let elapsed = 0;
  const counters = new SharedRateCounters(watched, () => elapsed);
  for (const bucket of [user, agent]) {
    const passed = async (times: number): Promise<number> => {
      const standings: Standing[] = [];
      for (let i = 0; i < times; i += 1) standings.push(await counters.take(bucket, 'a', 1, 5_500));
      return allowed(standings);
    };
    expect(await passed(2)).toBe(2);
    watched.away = true;
    expect(await passed(2)).toBe(2);
    watched.away = false;
    elapsed += 1_000;
    expect(await passed(bucket.limit)).toBe(bucket.limit - 4);
  }
});

test('keys that anybody can make up are counted apart up to a number', async () => {
  const counters = new SharedRateCounters(store);
  const few = { ...user, name: 'address', maxKeys: 2 };
  const left: number[] = [];
  for (const key of ['a', 'b', 'c', 'd', 'a'])
    left.push((await counters.take(few, key, 1, 5_500)).remaining);
  expect(left).toEqual([4, 4, 4, 3, 3]);
});
