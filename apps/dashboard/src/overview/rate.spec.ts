import { perMinute } from './rate';

const NOW = Date.parse('2026-03-03T10:00:00.000Z');
const bucket = (minutesAgo: number, count: number) => ({
  ...{ time: new Date(NOW - minutesAgo * 60_000).toISOString(), count },
});

test('the newest five minutes count, the last one as far as it went', () => {
  const buckets = [5, 4, 3, 2, 1].map((minutesAgo) => bucket(minutesAgo, 10));
  expect(perMinute([bucket(6, 1000), ...buckets], NOW)).toBe(10);
  expect(perMinute(buckets, NOW - 30_000)).toBe(11.1);
});

test('of nothing there is nothing in a minute', () => {
  expect(perMinute([], NOW)).toBe(0);
  expect(perMinute([bucket(1, 0)], NOW)).toBe(0);
});
