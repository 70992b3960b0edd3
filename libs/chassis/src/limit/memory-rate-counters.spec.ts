import fc from 'fast-check';
import { MemoryRateCounters } from './memory-rate-counters';

const bucket = { name: 'user', limit: 5, windowMs: 1_000 };

test('any sequence of requests is counted as a naive model counts it', () => {
  const request = fc.record({
    wait: fc.integer({ min: 0, max: 700 }),
    key: fc.constantFrom('a', 'b', 'c'),
    cost: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
      const counters = new MemoryRateCounters();
      const seen: { window: number; key: string; cost: number }[] = [];
      let now = 1_000_000;
      for (const { wait, key, cost } of requests) {
        now += wait;
        const window = Math.floor(now / 1_000);
        seen.push({ window, key, cost });
        const count = seen
          .filter((s) => s.window === window && s.key === key)
          .reduce((sum, s) => sum + s.cost, 0);
        expect(counters.take(bucket, key, cost, now)).toEqual({
          bucket,
          remaining: Math.max(0, 5 - count),
          resetAt: (window + 1) * 1_000,
          allowed: cost === 0 ? count < 5 : count <= 5,
        });
      }
    }),
    { seed: 20, numRuns: 300 },
  );
});

test('a clock that goes back forgets nothing', () => {
  const counters = new MemoryRateCounters();
  for (let i = 0; i < 5; i += 1) counters.take(bucket, 'a', 1, 5_000);
  expect(counters.take(bucket, 'a', 1, 4_999).allowed).toBe(false);
});

test('a clock that was far ahead keeps nobody out until that time has come', () => {
  const counters = new MemoryRateCounters();
  for (let i = 0; i < 9; i += 1) counters.take(bucket, 'a', 1, 3_600_000);
  expect(counters.take(bucket, 'a', 1, 5_000)).toMatchObject({ allowed: true, resetAt: 6_000 });
});

test('keys beyond the most that are counted apart share one count', () => {
  const counters = new MemoryRateCounters();
  const few = { ...bucket, maxKeys: 2 };
  const left = ['a', 'b', 'c', 'd', 'a'].map((key) => counters.take(few, key, 1, 0).remaining);
  expect(left).toEqual([4, 4, 4, 3, 3]);
});
