import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { MemoryRateCounters } from './memory-rate-counters';
import { FakeStore } from '../testing/limit-model/fleet';
import type { Bucket, RateCounters, Standing } from './rate-counters';
import { SharedRateCounters } from './shared-rate-counters';

const agent: Bucket = { name: 'agent', limit: 50, windowMs: 1_000, sliced: true };
const NOW = 5_500;

beforeEach(() => void jest.spyOn(Logger.prototype, 'warn').mockReturnValue());

const take = async (counters: RateCounters, cost: number, now = NOW): Promise<Standing> =>
  counters.take(agent, 'a', cost, now);
/** What was asked for beside the requests is answered. */
const answered = (): Promise<void> => new Promise(setImmediate);

const ADAPTERS: readonly [string, () => RateCounters][] = [
  ['one process', () => new MemoryRateCounters()],
  ['replicas', () => new SharedRateCounters(new FakeStore())],
];

describe.each(ADAPTERS)('the counters of %s', (_, open) => {
  test('what was given back may be asked for again', async () => {
    const counters = open();
    for (let n = 0; n < 9; n += 1) {
      const counted = await take(counters, 40);
      expect(counted.allowed).toBe(true);
      counters.giveBack(counted, 'a', 40, NOW);
      await answered();
    }
    expect(await take(counters, 50)).toMatchObject({ allowed: true, remaining: 0 });
  });

  test('nothing is given back of a window that is over', async () => {
    const counters = open();
    const counted = await take(counters, 40);
    await take(counters, 45, NOW + 1_000);
    counters.giveBack(counted, 'a', 40, NOW + 1_000);
    await answered();
    expect(await take(counters, 6, NOW + 1_000)).toMatchObject({ allowed: false });
  });
});

test('what one replica gives back another one lets pass', async () => {
  const store = new FakeStore();
  const [one, other] = [new SharedRateCounters(store), new SharedRateCounters(store)];
  one.giveBack(await take(one, 40), 'a', 40, NOW);
  await answered();
  expect(await take(other, 40)).toMatchObject({ allowed: true });
  expect(await take(one, 20)).toMatchObject({ allowed: false });
});

test('what one replica was refused is not missing when another one gives back', async () => {
  const store = new FakeStore();
  const [one, other, third] = [1, 2, 3].map(() => new SharedRateCounters(store));
  if (!one || !other || !third) throw new Error('there are three');
  const counted = await take(one, 40);
  expect(await take(other, 40)).toMatchObject({ allowed: false });
  one.giveBack(counted, 'a', 40, NOW);
  await answered();
  // `other` holds what it was granted in place of what it asked for.
  expect(await take(third, 40)).toMatchObject({ allowed: true });
});

test('what passed while the store was away is given back although it still is', async () => {
  const store = new FakeStore();
  store.away = true;
  const counters = new SharedRateCounters(store);
  for (let n = 0; n < 9; n += 1) counters.giveBack(await take(counters, 40), 'a', 40, NOW);
  expect(await take(counters, 50)).toMatchObject({ allowed: true, remaining: 0 });
});

const request = fc.record({
  replica: fc.nat(1),
  cost: fc.integer({ min: 1, max: 30 }),
  back: fc.nat(30),
  away: fc.nat(29).map((n) => n === 0),
  wait: fc.boolean(),
});

test('rule 20: whatever is given back, no replica passes more than the limit, nor do all of them as long as the store is there', () =>
  fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 60 }), async (requests) => {
      const store = new FakeStore();
      const replicas = [0, 1].map(() => ({ counters: new SharedRateCounters(store), passed: 0 }));
      const all = (): number => replicas.reduce((sum, { passed }) => sum + passed, 0);
      let calm = true;
      const ask = async ({ replica, cost, back }: (typeof requests)[number]): Promise<void> => {
        const its = replicas[replica] as (typeof replicas)[number];
        const counted = await take(its.counters, cost);
        if (!counted.allowed) return;
        its.passed += cost;
        expect(its.passed).toBeLessThanOrEqual(agent.limit);
        if (calm) expect(all()).toBeLessThanOrEqual(agent.limit);
        const returned = Math.min(back, cost);
        its.passed -= returned;
        its.counters.giveBack(counted, 'a', returned, NOW);
      };
      const asked: Promise<void>[] = [];
      for (const each of requests) {
        store.away = each.away;
        calm &&= !each.away;
        asked.push(ask(each));
        if (each.wait) await asked.at(-1);
      }
      await Promise.all(asked);
    }),
    { seed: 20, numRuns: 500 },
  ));
