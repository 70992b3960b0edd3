import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  listIssuesInfiniteOptions,
  summariseIssuesOptions,
} from '../api/generated/@tanstack/react-query.gen';
import type { IssueView } from '../api/generated/types.gen';
import { byCursor, PAGE_SIZE } from '../api/by-cursor';
import { READ_WHEN_SHOWN } from '../api/queries';
import { useLive } from '../live/live';
import { useListNews } from '../live/use-list-news';
import { type IssueFilters, lets } from './issue-filters';

const COUNT_EVERY_MS = 1000;
/** What is searched for is counted by looking at many issues. */
const COUNT_FOUND_EVERY_MS = 5000;
/** The newest bucket of a histogram goes on also when nothing happens. */
const COUNT_ANYWAY_MS = 60_000;

/** The issues that the filters let through, page by page, and kept up to date by the stream. */
export function useIssues(filters: IssueFilters, limit = PAGE_SIZE) {
  const options = listIssuesInfiniteOptions({ query: { ...filters, limit } });
  const list = useInfiniteQuery({
    ...options,
    ...byCursor,
    ...{ placeholderData: keepPreviousData, refetchOnMount: 'always', refetchOnWindowFocus: false },
  });
  useNews(options.queryKey, filters, list.isFetching);
  return list;
}

/** The counts of what the filters let through, at most a second old while something happens; five where they search. */
export function useIssueSummary(filters: IssueFilters) {
  const summary = useQuery({
    ...summariseIssuesOptions({ query: filters }),
    ...READ_WHEN_SHOWN,
    ...{ placeholderData: keepPreviousData, refetchInterval: COUNT_ANYWAY_MS },
  });
  const { refetch } = summary;
  const every = filters.search === undefined ? COUNT_EVERY_MS : COUNT_FOUND_EVERY_MS;
  const count = useThrottledCallback(() => void refetch(), every);
  useLive({ 'issue.created': count, 'issue.updated': count, reset: count });
  return summary;
}

function useNews(
  queryKey: ReturnType<typeof listIssuesInfiniteOptions>['queryKey'],
  filters: IssueFilters,
  isFetching: boolean,
): void {
  const wanted = (issue: IssueView): boolean => lets(filters, issue);
  const { hear, hearMade, readAgain } = useListNews(queryKey, isFetching, wanted);
  useLive({ 'issue.created': hearMade, 'issue.updated': hear, reset: readAgain });
}
