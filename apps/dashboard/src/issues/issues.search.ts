import { oneOf, text, time } from '../api/from-address';
import { SEVERITIES, STATUSES, VERDICTS, type Severity, type Verdict } from '../api/words';

/** Which statuses are shown; `open` unless the address says another. */
export const SHOWN_STATUSES = [...STATUSES, 'all'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** What of the issues is shown, as the address says it. */
export interface IssuesSearch {
  readonly status?: ShownStatus;
  readonly severity?: Severity;
  readonly verdict?: Verdict;
  /** ISO; exclusive. */
  readonly since?: string;
  /** ISO; inclusive. */
  readonly until?: string;
  readonly agent_id?: string;
  readonly destination?: string;
  /** What is in its texts. */
  readonly search?: string;
}

/** What a filter that is changed makes of what is shown: what was changed just before is in it, also when it is not drawn yet. */
export type ChangeIssuesSearch = (now: IssuesSearch) => IssuesSearch;

/** What the address says of the issues; what cannot be is left out. */
export function issuesSearch(search: Record<string, unknown>): IssuesSearch {
  return {
    status: oneOf(SHOWN_STATUSES, search['status']),
    severity: oneOf(SEVERITIES, search['severity']),
    verdict: oneOf(VERDICTS, search['verdict']),
    since: time(search['since']),
    until: time(search['until']),
    agent_id: text(search['agent_id']),
    destination: text(search['destination']),
    search: text(search['search'])?.trim() || undefined,
  };
}
