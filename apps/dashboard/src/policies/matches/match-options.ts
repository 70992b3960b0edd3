import { queryOptions } from '@tanstack/react-query';
import { matchIssues } from '../../api/generated/sdk.gen';
import type { MatchView, PolicyBody } from '../../api/generated/types.gen';

/** Which of the known issues a policy is about, whether it exists or not. Writes nothing. */
export const matchOptions = (policy: PolicyBody) =>
  queryOptions({
    queryKey: ['policy-match', policy],
    queryFn: async ({ signal }): Promise<MatchView> =>
      (await matchIssues({ body: policy, signal, throwOnError: true })).data,
    gcTime: 60_000,
  });
