import { tallyParts } from '@parapet/chassis';
import type { ReadModel } from '@parapet/readmodel';
import { type IssueDocument, ISSUES } from '../issue/issue.collection';
import { type IssueFilters, type IssueRange, placesOf } from '../issue/issue-query';
import { says } from '../issue/issue-search';
import { lookThrough } from '../issue/look-through';

/** Counts issues of one choice of filters, also by other words than it names. */
export interface IssueTallies {
  /**
   * How many there are that have this, in each span of `created_at`: from a bound on (inclusive) to before the next.
   * @param equal what the filters say, but that severity, verdict and status may be others, or be named where they name none
   */
  tally(equal: IssueRange['equal'], bounds: readonly string[]): Promise<readonly number[]>;
  /** There are older ones that nobody looked at. */
  readonly truncated: boolean;
}

/** By indexes alone; where issues are searched, by looking once at what may be counted. @throws Unavailable */
export async function issueTallies(
  store: ReadModel,
  { search, ...range }: IssueFilters,
): Promise<IssueTallies> {
  if (search !== undefined) return talliesOfFound(store, range, search);
  const parts = placesOf(range);
  return {
    tally: (equal, bounds) =>
      tallyParts(store, ISSUES, { equal, parts, sort: 'created_at', bounds }),
    truncated: false,
  };
}

/** What of an issue is counted. */
type Counted = Pick<IssueDocument, 'severity' | 'verdict' | 'status' | 'created_at'>;

async function talliesOfFound(
  store: ReadModel,
  { equal, ...range }: IssueRange,
  search: string,
): Promise<IssueTallies> {
  const { severity: _severity, verdict: _verdict, status: _status, ...others } = equal;
  const found: Counted[] = [];
  const look = (issue: IssueDocument): void => {
    const { severity, verdict, status, created_at } = issue;
    if (says(issue, search)) found.push({ severity, verdict, status, created_at });
  };
  const { truncated } = await lookThrough(store, { ...range, equal: others }, look);
  return {
    tally: async ({ severity, verdict, status }, bounds) => {
      const isMeant = (issue: Counted): boolean =>
        agrees(severity, issue.severity) &&
        agrees(verdict, issue.verdict) &&
        agrees(status, issue.status);
      return countsBetween(bounds, found.filter(isMeant));
    },
    truncated,
  };
}

const agrees = (wanted: string | undefined, is: string): boolean =>
  wanted === undefined || wanted === is;

/** @param bounds ascending */
function countsBetween(bounds: readonly string[], issues: readonly Counted[]): number[] {
  const counts = new Array<number>(bounds.length).fill(0);
  for (const { created_at } of issues) {
    const at = bounds.findLastIndex((bound) => bound <= created_at);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.slice(0, -1);
}
