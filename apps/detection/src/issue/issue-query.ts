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
import { ISSUE_STATUSES, ISSUE_VERDICTS, LONGEST_TEXT, SEVERITIES } from '@parapet/contracts';
import { soughtAs } from '@parapet/patterns';
import { says, searchOf } from './issue-search';
import { type IssueDocument, ISSUES } from './issue.collection';

export const LONGEST_AGENT_ID = 128;

/** Which issues an index finds: by what they have, and between which times they were made. */
export interface IssueRange extends TimeSpan {
  readonly equal: Partial<Pick<IssueDocument, 'severity' | 'verdict' | 'status' | 'agent_id'>>;
  /** Where they went, as somebody wrote it. */
  readonly destination?: string | undefined;
}

/** Which issues are meant. */
export interface IssueFilters extends IssueRange {
  /** What they say, in small letters. */
  readonly search?: string | undefined;
}

/** Reads the filters of a query. @throws Problem for one that cannot be. */
export function issueFilters(query: RawQuery): IssueFilters {
  const severity = oneOf(query, 'severity', SEVERITIES);
  const verdict = oneOf(query, 'verdict', ISSUE_VERDICTS);
  const status = oneOf(query, 'status', ISSUE_STATUSES);
  const agentId = textOf(query, 'agent_id', LONGEST_AGENT_ID);
  return {
    equal: {
      ...(severity && { severity }),
      ...(verdict && { verdict }),
      ...(status && { status }),
      ...(agentId !== undefined && { agent_id: agentId }),
    },
    destination: textOf(query, 'destination', LONGEST_TEXT),
    ...{ since: sinceOf(query), until: untilOf(query), search: searchOf(query) },
  };
}

/** What GET /v1/issues asks for. @throws Problem for a filter that cannot be. */
export function issueQuery(query: RawQuery): ListSpec<IssueDocument> {
  const { search, ...range } = issueFilters(query);
  const { destination } = range;
  const long = (issue: IssueDocument): unknown => issue;
  const asked = {
    ...(destination !== undefined && { destination }),
    ...(search !== undefined && { search }),
  };
  const found = { list: 'issues', ...rangeQuery(range), asked, long };
  return search === undefined ? found : { ...found, keep: (issue) => says(issue, search) };
}

/** The range as it is read. */
export function rangeQuery(range: IssueRange): Omit<ListSpec<IssueDocument>, 'list'> {
  const { equal, since, until } = range;
  const below = until === undefined ? undefined : firstMillisecondAfter(until);
  return {
    ...{ collection: ISSUES, equal, parts: placesOf(range), sort: 'created_at' },
    ...(since !== undefined && { above: lastMillisecondOf(since) }),
    ...(below !== undefined && { below }),
  };
}

/** What a destination is called in the issues that are meant, one of these: as it was written, and as it is read of an observation. */
export function placesOf({
  destination,
}: IssueRange): readonly Partial<Pick<IssueDocument, 'destination'>>[] {
  if (destination === undefined) return [{}];
  const called = soughtAs(destination).flatMap(({ domain, ip }) => domain ?? ip ?? []);
  return [...new Set([destination, ...called])].map((one) => ({ destination: one }));
}
