import { nanoseconds } from '@parapet/contracts';
import fc from 'fast-check';
import { timeBuckets, type TimeBuckets } from './time-buckets';

const ns = (text: string): bigint => nanoseconds(text) ?? 0n;
const NOW = Date.parse('2026-03-03T10:11:12.500Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const inBrief = ({ from, to, step_seconds, times }: TimeBuckets): string =>
  `${from} ${to} ${step_seconds} ${times.length}`;
const covered = (since: string, until?: string): string => {
  const span = { since: ns(since), ...(until !== undefined && { until: ns(until) }) };
  return inBrief(timeBuckets(span, NOW, HOUR_MS));
};

test.each([
  [HOUR_MS, '2026-03-03T09:12:00.000Z 2026-03-03T10:12:00.000Z 60 60'],
  [DAY_MS, '2026-03-02T11:00:00.000Z 2026-03-03T11:00:00.000Z 3600 24'],
  [7 * DAY_MS, '2026-02-24T12:00:00.000Z 2026-03-03T12:00:00.000Z 21600 28'],
])('without since, %i ms are covered, ending now: %s', (usual, expected) =>
  expect(inBrief(timeBuckets({}, NOW, usual))).toBe(expected),
);

test.each([
  ['2026-03-03T10:10:00Z', '2026-03-03T10:10:00.000Z 2026-03-03T10:12:00.000Z 60 2'],
  ['2026-03-03T09:11:30Z', '2026-03-03T09:10:00.000Z 2026-03-03T10:15:00.000Z 300 13'],
  ['2026-01-10T00:00:00Z', '2026-01-10T00:00:00.000Z 2026-03-04T00:00:00.000Z 86400 53'],
  ['1970-01-01T00:00:00Z', '2026-01-03T00:00:00.000Z 2026-03-04T00:00:00.000Z 86400 60'],
])('since %s is covered as finely as 60 buckets allow: %s', (since, expected) =>
  expect(covered(since)).toBe(expected),
);

test('a span that begins right after the last nanosecond of a bucket has no bucket before it', () =>
  expect(covered('2026-03-03T10:09:59.999999999Z', '2026-03-03T10:10:59.999999999Z')).toBe(
    '2026-03-03T10:10:00.000Z 2026-03-03T10:11:00.000Z 60 1',
  ));

test('until ends it, wherever now is', () =>
  expect(covered('2026-02-01T00:00:30Z', '2026-02-01T00:05:00Z')).toBe(
    '2026-02-01T00:00:00.000Z 2026-02-01T00:06:00.000Z 60 6',
  ));

test.each([
  ['2026-03-03T10:11:00Z', '9999-12-31T23:59:59Z'],
  ['9999-12-31T23:59:59Z', undefined],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
])('nothing is shown of the future: since %s, until %s', (since, until) =>
  expect(covered(since, until)).toBe('2026-03-03T10:11:00.000Z 2026-03-03T10:12:00.000Z 60 1'),
);

test('since is exclusive and until inclusive, to the nanosecond', () => {
  const span = { since: ns('2026-03-03T10:00:30Z'), until: ns('2026-03-03T10:01:10.000000005Z') };
  expect(timeBuckets(span, NOW, HOUR_MS).edges).toEqual([
    ns('2026-03-03T10:00:30.000000001Z'),
    ns('2026-03-03T10:01:00Z'),
    ns('2026-03-03T10:01:10.000000006Z'),
  ]);
});

test('whatever is asked, there are 1 to 60 contiguous buckets of four-digit years, and ascending edges', () => {
  const time = fc.bigInt({ min: ns('0001-01-01T00:00:00Z'), max: ns('9999-12-31T23:59:59Z') });
  const near = fc.bigInt({ min: 0n, max: 100n * 86_400_000_000_000n });
  const any = fc.oneof(
    time,
    near.map((back) => BigInt(NOW) * 1_000_000n - back),
  );
  const spans = fc.record({ since: any, until: any }, { requiredKeys: [] });
  const holds = fc.property(spans, (span) => {
    const { from, to, step_seconds, times, edges } = timeBuckets(span, NOW, 7 * DAY_MS);
    const starts = times.map((text) => Date.parse(text));
    expect(times.length).toBeGreaterThanOrEqual(1);
    expect(times.length).toBeLessThanOrEqual(60);
    expect(starts.filter((start) => start % (step_seconds * 1000) !== 0)).toEqual([]);
    expect(from).toBe(times[0]);
    expect(Date.parse(to) - Date.parse(from)).toBe(times.length * step_seconds * 1000);
    expect([from, to]).toEqual([
      expect.stringMatching(/^\d{4}-/),
      expect.stringMatching(/^\d{4}-/),
    ]);
    expect([...edges].sort((a, b) => Number(a - b))).toEqual(edges);
    expect(edges).toHaveLength(times.length + 1);
  });
  fc.assert(holds, { seed: 20260303, numRuns: 500 });
});
