import { ISSUE_STATUSES, ISSUE_VERDICTS, SEVERITIES } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import { issueFilters } from '../issue/issue-query';
import { START } from '../testing/facts';
import { allFilters, type Filters, isMeant, issueNumber, storeOf } from '../testing/many-issues';
import type { IssueSummaryView } from './issue-summary.http';
import { summariseIssues } from './summarise-issues';

const ISSUES = Array.from({ length: 200 }, (_, i) => issueNumber(i));
const NOW = START + 200 * 3_600_000;
let store: ReadModel;
beforeAll(async () => {
  store = await storeOf(ISSUES);
});
afterAll(() => store.close());
afterEach(() => jest.restoreAllMocks());

const summary = (filters: Filters): Promise<IssueSummaryView> =>
  summariseIssues(store, issueFilters(filters), NOW);

type Word = 'severity' | 'status' | 'verdict';
const counted = (filters: Filters, field: Word, words: readonly string[]): object => {
  const meant = ISSUES.filter((issue) => isMeant(issue, filters, field));
  const of = (word: string): number => meant.filter((issue) => issue[field] === word).length;
  return Object.fromEntries(words.map((word) => [word, of(word)]));
};

test('whatever the filters, each word is counted under all filters but its own', async () => {
  for (const filters of allFilters()) {
    const { histogram: _, ...counts } = await summary(filters);
    expect([filters, counts]).toEqual([
      filters,
      {
        total: ISSUES.filter((issue) => isMeant(issue, filters)).length,
        by_severity: counted(filters, 'severity', SEVERITIES),
        by_status: counted(filters, 'status', ISSUE_STATUSES),
        by_verdict: counted(filters, 'verdict', ISSUE_VERDICTS),
      },
    ]);
  }
});

test('whatever the filters, the histogram counts what they let through, by the time at which it was made', async () => {
  for (const filters of allFilters()) {
    const { from, to, step_seconds, buckets } = (await summary(filters)).histogram;
    const shown = ISSUES.filter(
      (issue) => isMeant(issue, filters) && issue.created_at >= from && issue.created_at < to,
    );
    const inBucket = ({ created_at }: { created_at: string }, time: string): boolean =>
      Math.floor((Date.parse(created_at) - Date.parse(time)) / 1000 / step_seconds) === 0;
    const expected = buckets.map(({ time }) => {
      const here = shown.filter((issue) => inBucket(issue, time));
      const of = (word: string): number => here.filter((i) => i.severity === word).length;
      return { time, ...Object.fromEntries(SEVERITIES.map((word) => [word, of(word)])) };
    });
    expect([filters, buckets]).toEqual([filters, expected]);
  }
});

test('without since the histogram covers the last seven days', async () => {
  const { histogram } = await summary({});
  expect(Date.parse(histogram.to) - Date.parse(histogram.from)).toBe(7 * 86_400_000);
  expect(Date.parse(histogram.to)).toBeGreaterThan(NOW);
});

test('whoever searches is told when there was no time to look at the older issues', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 5_000));
  // As many as are read at a time.
  expect(await summary({ search: 'issue' })).toMatchObject({ total: 128, truncated: true });
  expect(await summary({})).not.toHaveProperty('truncated');
});
