/** A histogram of any route. */
export interface Histogram<Bucket = { readonly time: string; readonly count: number }> {
  readonly from: string;
  readonly to: string;
  readonly step_seconds: number;
  readonly buckets: readonly Bucket[];
}

const STEPS_S = [60, 300, 900, 3600, 21_600, 86_400];

/** Fails unless the buckets are what every histogram promises: whole steps, one behind the other, from `from` to `to`, at most 60. */
export function expectHistogram({
  from,
  to,
  step_seconds,
  buckets,
}: Histogram<{ time: string }>): void {
  expect(STEPS_S).toContain(step_seconds);
  expect(buckets.length).toBeLessThanOrEqual(60);
  const stepMs = step_seconds * 1000;
  const begin = Date.parse(from);
  expect([begin % stepMs, (Date.parse(to) - begin) / stepMs]).toEqual([0, buckets.length]);
  const times = buckets.map((_, i) => new Date(begin + i * stepMs).toISOString());
  expect(buckets.map(({ time }) => time)).toEqual(times);
}
