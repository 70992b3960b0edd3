import type { IssueInFullView } from '../api/generated/types.gen';
import type { Status } from '../api/words';

/** Something that happened to an issue. */
export interface Step {
  /** ISO. */
  readonly at: string;
  readonly what: 'raised' | 'seen' | Status;
  /** Id of the token or the policy; null where an observation did it. */
  readonly by: string | null;
  readonly reason: string | null;
  /** Until when it is ignored, ISO. */
  readonly until: string | null;
}

/** What happened to an issue, newest first. */
export function stepsOf(issue: Told): Step[] {
  const nobody = { by: null, reason: null, until: null };
  const raised: Step = { ...nobody, at: issue.created_at, what: 'raised' };
  const seen: Step = { ...nobody, at: issue.last_seen, what: 'seen' };
  const changes = changesOf(issue);
  const isNews = issue.occurrences > 1;
  const steps = [...changes, ...(isNews ? [seen] : [])];
  return [...steps.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)), raised];
}

type Told = Pick<
  IssueInFullView,
  | ('created_at' | 'last_seen' | 'occurrences' | 'status' | 'status_at')
  | ('status_by' | 'status_reason' | 'ignored_until')
>;

function changesOf(issue: Told): Step[] {
  if (issue.status_at === issue.created_at) return [];
  const by = issue.status_by === 'detection' ? null : issue.status_by;
  const { status: what, status_at: at, status_reason: reason, ignored_until: until } = issue;
  return [{ at, what, by, reason, until }];
}
