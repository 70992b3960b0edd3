import {
  firstMillisecondAfter,
  lastMillisecondOf,
  type ListSpec,
  oneOf,
  type RawQuery,
  sinceOf,
  textOf,
  type TimeSpan,
  untilOf,
} from '@parapet/chassis';
import { ISSUE_STATUSES, ISSUE_VERDICTS, SEVERITIES } from '@parapet/contracts';
import { LONGEST_DESTINATION } from '@parapet/patterns';
import { type IssueDocument, ISSUES } from './issue.collection';

export const LONGEST_AGENT_ID = 128;

/** Which issues are meant: what they have, and between which times they were made. */
export interface IssueFilters extends TimeSpan {
  readonly equal: Partial<
    Pick<IssueDocument, 'severity' | 'verdict' | 'status' | 'agent_id' | 'destination'>
  >;
}

/** Reads the filters of a query. @throws Problem for one that cannot be. */
export function issueFilters(query: RawQuery): IssueFilters {
  const severity = oneOf(query, 'severity', SEVERITIES);
  const verdict = oneOf(query, 'verdict', ISSUE_VERDICTS);
  const status = oneOf(query, 'status', ISSUE_STATUSES);
  const agentId = textOf(query, 'agent_id', LONGEST_AGENT_ID);
  const destination = textOf(query, 'destination', LONGEST_DESTINATION);
  return {
    equal: {
      ...(severity && { severity }),
      ...(verdict && { verdict }),
      ...(status && { status }),
      ...(agentId !== undefined && { agent_id: agentId }),
      ...(destination !== undefined && { destination }),
    },
    ...{ since: sinceOf(query), until: untilOf(query) },
  };
}

/** What GET /v1/issues asks for. @throws Problem for a filter that cannot be. */
export function issueQuery(query: RawQuery): ListSpec<IssueDocument> {
  const { equal, since, until } = issueFilters(query);
  const below = until === undefined ? undefined : firstMillisecondAfter(until);
  return {
    ...{ list: 'issues', collection: ISSUES, equal, sort: 'created_at' },
    ...(since !== undefined && { above: lastMillisecondOf(since) }),
    ...(below !== undefined && { below }),
  };
}
