import { type ListSpec, oneOf, type RawQuery, sinceOf } from '@parapet/chassis';
import { isoTime, ISSUE_STATUSES, ISSUE_VERDICTS, SEVERITIES } from '@parapet/contracts';
import { type IssueDocument, ISSUES } from './issue.collection';

/** The last millisecond that has four digits in its year: later ones would not sort. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** What GET /v1/issues asks for. @throws Problem for a filter that cannot be. */
export function issueQuery(query: RawQuery): ListSpec<IssueDocument> {
  const severity = oneOf(query, 'severity', SEVERITIES);
  const verdict = oneOf(query, 'verdict', ISSUE_VERDICTS);
  const status = oneOf(query, 'status', ISSUE_STATUSES);
  const since = sinceOf(query);
  return {
    list: 'issues',
    collection: ISSUES,
    equal: {
      ...(severity && { severity }),
      ...(verdict && { verdict }),
      ...(status && { status }),
    },
    sort: 'created_at',
    ...(since !== undefined && { above: wholeMilliseconds(since) }),
  };
}

/** Issues are made at whole milliseconds: created after `since` means created after its millisecond. */
function wholeMilliseconds(since: bigint): string {
  if (since < 0n) return '';
  return isoTime(Math.min(Number(since / 1_000_000n), LAST));
}
