import type { IssueResolved, IssueStatus } from '@parapet/contracts';
import type { RuleMatch, RuleSet } from '@parapet/patterns';
import type { IssueDocument } from './issue.collection';
import { allowedNow } from './judge-issue';
import { plain } from './plain-text';

/** The statuses in which an issue asks for attention: a policy may resolve it. */
export const UNSETTLED = ['open', 'acknowledged'] as const satisfies readonly IssueStatus[];

const isUnsettled = ({ status }: IssueDocument): boolean =>
  UNSETTLED.some((word) => word === status);

/** What is given of the world around the decision. */
export interface Circumstance {
  readonly now: string;
  /** Position of the record that led to it. */
  readonly cause: string;
  /** Makes the id of an event. */
  readonly nextId: () => string;
}

/** One `IssueResolved` for each of these issues that a policy allows by now. */
export function resolveIssues(
  issues: Iterable<IssueDocument>,
  rules: RuleSet,
  at: Circumstance,
): IssueResolved[] {
  return [...issues].filter(isUnsettled).flatMap((issue) => {
    const rule = allowedNow(issue, rules);
    return rule ? [resolution(issue, rule, at)] : [];
  });
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
