import fc from 'fast-check';
import { spanEdges } from './span-edges';
import { timeBuckets } from './time-buckets';

const NOW = Date.parse('2026-03-03T10:11:12.500Z');
const DAY_NS = 86_400_000_000_000n;

test('edges ascend, and begin and end where the span does', () => {
  const time = fc.bigInt({ min: -9n * DAY_NS, max: 30_000n * DAY_NS });
  const spans = fc.record({ since: time, until: time }, { requiredKeys: [] });
  const holds = fc.property(spans, (span) => {
    const { edges } = timeBuckets(span, NOW, 3_600_000);
    const all = spanEdges(span, edges);
    expect(all.slice(1, -1)).toEqual(edges);
    const known = all.filter((edge) => edge !== undefined);
    expect([...known].sort((a, b) => Number(a - b))).toEqual(known);
    expect(all[0]).toBe(span.since === undefined ? edges[0] : span.since + 1n);
    const isEmpty = (span.since ?? 0n) > (span.until ?? 0n);
    if (span.until === undefined || !isEmpty)
      expect(all.at(-1)).toBe(span.until === undefined ? undefined : span.until + 1n);
  });
  fc.assert(holds, { seed: 8, numRuns: 500 });
});
