import { millisecondFrom, timeBuckets } from '@parapet/chassis';
import { SEVERITIES, type Severity } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import type { IssueFilters } from '../issue/issue-query';
import { type IssueTallies, issueTallies } from './issue-tallies';
import type { IssueHistogramView, IssueSummaryView } from './issue-summary.http';

type Equal = IssueFilters['equal'];

/** What the histogram covers when nobody says since when. */
const USUAL_MS = 7 * 86_400_000;

/**
 * Counts issues: each word of a filter under all the other filters, so that it can be seen what another choice would give. One range
 * after the other: whoever else asks has a turn between them.
 * @param now milliseconds since 1970
 */
export async function summariseIssues(
  store: ReadModel,
  filters: IssueFilters,
  now: number,
): Promise<IssueSummaryView> {
  const tallies = await issueTallies(store, filters);
  const counts = new IssueCounts(tallies, filters);
  const by_severity = await counts.bySeverity();
  const { severity } = filters.equal;
  const chosen: readonly Severity[] = severity ? [severity] : SEVERITIES;
  return {
    total: chosen.reduce((sum, word) => sum + by_severity[word], 0),
    by_severity,
    by_status: await counts.byStatus(),
    by_verdict: await counts.byVerdict(),
    histogram: await counts.overTime(now),
    ...(tallies.truncated && { truncated: true }),
  };
}

class IssueCounts {
  constructor(
    private readonly tallies: IssueTallies,
    private readonly filters: IssueFilters,
  ) {}

  async bySeverity(): Promise<IssueSummaryView['by_severity']> {
    return {
      critical: await this.count({ severity: 'critical' }),
      high: await this.count({ severity: 'high' }),
      medium: await this.count({ severity: 'medium' }),
      low: await this.count({ severity: 'low' }),
    };
  }

  async byStatus(): Promise<IssueSummaryView['by_status']> {
    return {
      open: await this.count({ status: 'open' }),
      acknowledged: await this.count({ status: 'acknowledged' }),
      resolved: await this.count({ status: 'resolved' }),
      ignored: await this.count({ status: 'ignored' }),
    };
  }

  async byVerdict(): Promise<IssueSummaryView['by_verdict']> {
    return {
      detected: await this.count({ verdict: 'detected' }),
      blocked: await this.count({ verdict: 'blocked' }),
    };
  }

  async overTime(now: number): Promise<IssueHistogramView> {
    const { times, edges, ...shown } = timeBuckets(this.filters, now, USUAL_MS);
    const bounds = edges.map(millisecondFrom);
    const chosen = this.filters.equal.severity;
    const counts = new Map<string, readonly number[]>();
    for (const severity of chosen ? [chosen] : SEVERITIES)
      counts.set(severity, await this.tally({ severity }, bounds));
    const of = (severity: string, i: number): number => counts.get(severity)?.[i] ?? 0;
    const buckets = times.map((time, i) => ({
      ...{ time, critical: of('critical', i), high: of('high', i) },
      ...{ medium: of('medium', i), low: of('low', i) },
    }));
    return { ...shown, buckets };
  }

  /** All that the filters let through, but with this word in place of theirs. */
  private async count(word: Equal): Promise<number> {
    const { since, until } = this.filters;
    const from = since === undefined ? '' : millisecondFrom(since + 1n);
    const to = millisecondFrom(until === undefined ? undefined : until + 1n);
    const [count = 0] = await this.tally(word, [from, to]);
    return count;
  }

  private tally(word: Equal, bounds: readonly string[]): Promise<readonly number[]> {
    return this.tallies.tally({ ...this.filters.equal, ...word }, bounds);
  }
}
