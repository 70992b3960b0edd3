import { queryOptions } from '@tanstack/react-query';
import { matchIssues } from '../../api/generated/sdk.gen';
import type { MatchView, PolicyDocumentView } from '../../api/generated/types.gen';
import { documentOf } from '../policy-yaml';

/** Which issues that are known a policy is about, whether it exists or not. Writes nothing. */
export function matchOptions(policy: PolicyDocumentView) {
  const body = documentOf(policy);
  return queryOptions({
    queryKey: ['policy-match', body],
    queryFn: async ({ signal }): Promise<MatchView> =>
      (await matchIssues({ body, signal, throwOnError: true })).data,
    gcTime: 60_000,
  });
}
