import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { byCursor, PAGE_SIZE } from '../../api/by-cursor';
import { listPolicyVersionsInfiniteOptions } from '../../api/generated/@tanstack/react-query.gen';

/**
 * What a policy said, newest first.
 * @param earliest is read up to this version, however many pages that takes
 */
export function useVersions(policyId: string, earliest: number) {
  const list = useInfiniteQuery({
    ...listPolicyVersionsInfiniteOptions({
      ...{ path: { policy_id: policyId }, query: { limit: PAGE_SIZE } },
    }),
    ...byCursor,
    initialPageParam: { path: { policy_id: policyId } },
  });
  const versions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const missing = hasNextPage && (versions.at(-1)?.version ?? 0) > earliest;
  useEffect(() => {
    if (missing && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [missing, isFetching, isFetchNextPageError, fetchNextPage]);
  return { list, versions };
}
