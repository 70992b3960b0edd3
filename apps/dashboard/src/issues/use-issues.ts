import { useThrottledCallback } from '@mantine/hooks';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  listIssuesInfiniteOptions,
  summariseIssuesOptions,
} from '../api/generated/@tanstack/react-query.gen';
import type { IssuePage, StreamedIssueView } from '../api/generated/types.gen';
import { byCursor, PAGE_SIZE } from '../api/by-cursor';
import { queries } from '../api/queries';
import { useLive } from '../live/live';
import { type IssueFilters, lets } from './issue-filters';
import { withNews } from './news';

const MERGE_EVERY_MS = 100;
const COUNT_EVERY_MS = 1000;
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

/** The counts of what the filters let through, at most a second old while something happens. */
export function useIssueSummary(filters: IssueFilters) {
  const summary = useQuery({
    ...summariseIssuesOptions({ query: filters }),
    ...{ placeholderData: keepPreviousData, refetchInterval: COUNT_ANYWAY_MS },
  });
  const { refetch } = summary;
  const count = useThrottledCallback(() => void refetch(), COUNT_EVERY_MS);
  useLive({ 'issue.created': count, 'issue.updated': count, reset: count });
  return summary;
}

/** Merges what the stream tells into a list. While the list is being read news wait: the answer may be older than they are. */
function useNews(
  queryKey: ReturnType<typeof listIssuesInfiniteOptions>['queryKey'],
  filters: IssueFilters,
  isFetching: boolean,
): void {
  const heard = useRef(new Map<string, StreamedIssueView>());
  const merge = useThrottledCallback(() => {
    if (heard.current.size === 0 || queries.isFetching({ queryKey, exact: true }) > 0) return;
    const news = [...heard.current.values()];
    heard.current.clear();
    queries.setQueryData<InfiniteData<IssuePage>>(
      queryKey,
      (list) => list && withNews(list, news, (issue) => lets(filters, issue)),
    );
  }, MERGE_EVERY_MS);
  const hear = (issue: StreamedIssueView): void => {
    heard.current.set(issue.id, issue);
    merge();
  };
  const readAgain = (): void => {
    heard.current.clear();
    queries.setQueryData<InfiniteData<IssuePage>>(queryKey, (list) => list && firstPageOf(list));
    void queries.invalidateQueries({ queryKey, exact: true });
  };
  useLive({ 'issue.created': hear, 'issue.updated': hear, reset: readAgain });
  useEffect(() => {
    if (!isFetching) merge();
  }, [isFetching, merge]);
}

/** The rest is read again when it comes into view. */
const firstPageOf = <T, P>({ pages, pageParams }: InfiniteData<T, P>): InfiniteData<T, P> => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});
