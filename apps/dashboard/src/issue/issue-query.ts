import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  countIssueOccurrencesQueryKey,
  getIssueOptions,
  getIssueQueryKey,
} from '../api/generated/@tanstack/react-query.gen';
import type { IssueInFullView } from '../api/generated/types.gen';
import { queries, READ_WHEN_SHOWN } from '../api/queries';
import { useLive } from '../live/live';

/** How often an issue that recurs all the time is asked for again, at most. */
const RENEWED_EVERY_MS = 1_000;

/** The issue of the page, kept up to date by the live stream. */
export function useIssue(id: string): UseQueryResult<IssueInFullView, unknown> {
  const asked = { path: { issue_id: id } };
  const renew = useThrottledCallback(() => {
    for (const queryKey of [getIssueQueryKey(asked), countIssueOccurrencesQueryKey(asked)])
      void queries.invalidateQueries({ queryKey });
  }, RENEWED_EVERY_MS);
  useLive({
    'issue.updated': (issue) => {
      if (issue.id === id) renew();
    },
    reset: renew,
  });
  return useQuery({ ...getIssueOptions(asked), ...READ_WHEN_SHOWN });
}
