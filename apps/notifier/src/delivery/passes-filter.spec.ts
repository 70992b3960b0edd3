import {
  ISSUE_VERDICTS,
  type MicroContext,
  PLATFORMS,
  SEVERITIES,
  type WebhookFilter,
} from '@parapet/contracts';
import fc from 'fast-check';
import { passesFilter } from './passes-filter';
import type { Filtered } from './transition.collection';

const CLUSTERS = ['production', 'staging', 'Production'];
const some = <T>(values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const FILTER: fc.Arbitrary<WebhookFilter> = fc.record(
  {
    min_severity: fc.constantFrom(...SEVERITIES),
    verdicts: some(ISSUE_VERDICTS),
    platforms: some(PLATFORMS),
    clusters: some(CLUSTERS),
  },
  { requiredKeys: [] },
);
const CONTEXT: fc.Arbitrary<MicroContext> = fc.record(
  { platform: fc.constantFrom(...PLATFORMS), cluster: fc.constantFrom(...CLUSTERS) },
  { requiredKeys: ['platform'] },
);
const SEEN: fc.Arbitrary<Filtered> = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  verdict: fc.constantFrom(...ISSUE_VERDICTS),
  context: CONTEXT,
});

const RANK = { critical: 4, high: 3, medium: 2, low: 1 };

/** Every issue that a filter means, written out one by one. */
const meant = ({ min_severity, verdicts, platforms, clusters }: WebhookFilter): string[] =>
  SEVERITIES.filter((severity) => RANK[severity] >= RANK[min_severity ?? 'low'])
    .flatMap((s) => (verdicts ?? ISSUE_VERDICTS).map((verdict) => [s, verdict]))
    .flatMap((sv) => (platforms ?? PLATFORMS).map((platform) => [...sv, platform]))
    .flatMap((svp) => (clusters ?? [...CLUSTERS, undefined]).map((c) => [...svp, c].join()));

test('a filter lets through exactly the issues that it means', () => {
  fc.assert(
    fc.property(FILTER, SEEN, (filter, seen) => {
      const { severity, verdict, context } = seen;
      const issue = [severity, verdict, context?.platform, context?.cluster].join();
      expect(passesFilter(filter, seen)).toBe(meant(filter).includes(issue));
    }),
    { seed: 6, numRuns: 2_000 },
  );
});

const ELSEWHERE: WebhookFilter = { platforms: ['vanilla'], clusters: ['elsewhere'] };

test('what was kept before there were filters is told, whatever platform and cluster they ask for', () => {
  expect(passesFilter(ELSEWHERE, { severity: 'low', verdict: 'detected' })).toBe(true);
  const severe = { ...ELSEWHERE, min_severity: 'high' } as const;
  expect(passesFilter(severe, { severity: 'low', verdict: 'detected' })).toBe(false);
});

test('a platform that is not known is told, a cluster that is not there is none of those asked for', () => {
  const seen = { severity: 'low', verdict: 'detected', context: {} } as const;
  expect(passesFilter({ platforms: ['vanilla'] }, seen)).toBe(true);
  expect(passesFilter({ clusters: ['elsewhere'] }, seen)).toBe(false);
});
