import { SEVERITIES, type Severity } from '../api/words';

/** What of the issues is shown, as the address says it. */
export interface IssuesSearch {
  readonly severity?: Severity;
}

export function issuesSearch({ severity }: Record<string, unknown>): IssuesSearch {
  const known = SEVERITIES.find((one) => one === severity);
  return known ? { severity: known } : {};
}
