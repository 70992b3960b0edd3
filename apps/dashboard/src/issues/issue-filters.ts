import type { IssueView, ListIssuesData } from '../api/generated/types.gen';
import type { IssuesSearch } from './issues.search';

/** The filters as the API takes them. */
export type IssueFilters = Omit<NonNullable<ListIssuesData['query']>, 'limit' | 'cursor'>;

export function filtersOf({ status = 'open', ...others }: IssuesSearch): IssueFilters {
  const filters = { ...others, ...(status !== 'all' && { status }) };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Whether the list that has these filters has the issue: what the API does, for issues that the stream tells of. */
export function lets(filters: IssueFilters, issue: IssueView): boolean {
  const { severity, verdict, status, agent_id, destination, search } = filters;
  const { domain, ip } = issue.details;
  return (
    agrees(severity, issue.severity) &&
    agrees(verdict, issue.verdict) &&
    agrees(status, issue.status) &&
    agrees(agent_id, issue.agent_id) &&
    goesTo(destination, domain ?? ip) &&
    (search === undefined || says(issue, search.toLowerCase())) &&
    isWithin(filters, Date.parse(issue.created_at))
  );
}

const agrees = (wanted: string | undefined, is: string | undefined): boolean =>
  wanted === undefined || wanted === is;

/** The API reads more than this of what somebody writes: what a list has besides, it has when it is read again. */
const goesTo = (wanted: string | undefined, is: string | undefined): boolean =>
  agrees(wanted, is) || wanted?.toLowerCase().replace(/\.$/, '') === is;

/** @param search in small letters */
const says = ({ title, details, micro_context }: IssueView, search: string): boolean =>
  [title, ...Object.values(details), micro_context.cluster, micro_context.node].some(
    (text) => typeof text === 'string' && text.toLowerCase().includes(search),
  );

/** Of the times that are compared one is of whole milliseconds: what is finer in the other makes no difference. */
const isWithin = ({ since, until }: IssueFilters, time: number): boolean =>
  (since === undefined || time > Date.parse(since)) &&
  (until === undefined || time <= Date.parse(until));

/** How many filters narrow the list besides its status. */
export const narrowing = ({ status: _, ...others }: IssuesSearch): number =>
  Object.values(others).filter((value) => value !== undefined).length;

export const EXPORT_FORMATS = ['ndjson', 'csv', 'ocsf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Where the same issues can be downloaded, all of them. */
export const exportPath = (filters: IssueFilters, format: ExportFormat): string =>
  `/v1/issues/export?${new URLSearchParams({ format, ...filters }).toString()}`;
