import { lastMillisecondOf, type ListSpec, oneOf, type RawQuery, sinceOf } from '@parapet/chassis';
import { ISSUE_STATUSES, ISSUE_VERDICTS, SEVERITIES } from '@parapet/contracts';
import { type IssueDocument, ISSUES } from './issue.collection';

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
    ...(since !== undefined && { above: lastMillisecondOf(since) }),
  };
}
