import type { IssueHistoryView, IssueInFullView } from '../api/generated/types.gen';

/** Something that happened to an issue: it was raised, seen again, or got a status. */
export interface Step extends Omit<IssueHistoryView, 'status'> {
  readonly what: 'raised' | 'seen' | IssueHistoryView['status'];
}

type Told = Pick<IssueInFullView, 'created_at' | 'last_seen' | 'occurrences' | 'history'>;

const NOBODY = { by: null, reason: null, until: null };

/** What happened to an issue, newest first: the changes of its status among when it was last seen, and that it was raised. */
export function stepsOf({ created_at, last_seen, occurrences, history }: Told): Step[] {
  const raised: Step = { ...NOBODY, at: created_at, what: 'raised' };
  const seen: Step = { ...NOBODY, at: last_seen, what: 'seen' };
  const changes = history
    .filter(({ at, status }) => status !== 'open' || at !== created_at)
    .map(({ status, ...change }): Step => ({ ...change, what: status }));
  const older = changes.findIndex(({ at }) => Date.parse(at) < Date.parse(last_seen));
  const place = older === -1 ? changes.length : older;
  return [...(occurrences > 1 ? changes.toSpliced(place, 0, seen) : changes), raised];
}
