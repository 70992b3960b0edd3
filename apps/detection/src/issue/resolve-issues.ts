import type { IssueResolved, IssueStatus } from '@parapet/contracts';
import type { RuleMatch, RuleSet } from '@parapet/patterns';
import type { IssueDocument, PastStatus } from './issue.collection';
import { allowedNow } from './judge-issue';
import { DETECTION } from './detect-issues';
import { plain } from './plain-text';

/** The statuses in which an issue asks for attention: a policy may resolve it. */
export const UNSETTLED = ['open', 'acknowledged'] as const satisfies readonly IssueStatus[];

const isUnsettled = ({ status }: Pick<PastStatus, 'status'>): boolean =>
  UNSETTLED.some((word) => word === status);

/** What is given of the world around the decision. */
export interface Circumstance {
  readonly now: string;
  /** Position of the record that led to it. */
  readonly cause: string;
  /** Makes the id of an event. */
  readonly nextId: () => string;
}

/** By what issues are resolved. */
export interface Allowing {
  /** All rules that there are. */
  readonly rules: RuleSet;
  /** Those of the policies that were made or changed after a moment. */
  readonly rulesAfter: (time: string) => RuleSet;
}

/** One `IssueResolved` for each of these issues that a policy allows by now. */
export function resolveIssues(
  issues: Iterable<IssueDocument>,
  allowing: Allowing,
  at: Circumstance,
): IssueResolved[] {
  return [...issues].filter(isUnsettled).flatMap((issue) => {
    const rule = resolvingRule(issue, allowing);
    return rule ? [resolution(issue, rule, at)] : [];
  });
}

/** What a person opened although a policy allows it stays open, whatever comes again and whatever becomes of other policies. */
function resolvingRule(issue: IssueDocument, { rules, rulesAfter }: Allowing): RuleMatch | null {
  const rule = allowedNow(issue, rules);
  if (!rule) return null;
  const { status_by, status_at } = sinceUnsettled(issue);
  return status_by === DETECTION ? rule : allowedNow(issue, rulesAfter(status_at));
}

/** The status by which it began to ask for attention: what people make of it while it does says nothing of policies. */
function sinceUnsettled(issue: IssueDocument): PastStatus {
  const { past = [] } = issue;
  const settled = past.findLastIndex((was) => !isUnsettled(was));
  return past[settled + 1] ?? issue;
}

const resolution = (issue: IssueDocument, rule: RuleMatch, at: Circumstance): IssueResolved => ({
  ...{ id: at.nextId(), type: 'IssueResolved', schema: 1, time: at.now },
  ...{ actor: rule.id, cause: at.cause },
  data: {
    issue_id: issue.id,
    version: issue.version + 1,
    reason: `policy "${plain(rule.name)}" (${rule.id}, version ${rule.version}) allows it by ${rule.pattern}`,
  },
});
