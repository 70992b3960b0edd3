import { createPolicy } from '../../api/generated/sdk.gen';
import type { PolicyBody, PolicyView } from '../../api/generated/types.gen';
import type { Once } from '../../api/use-once';
import { refresh, replaceByDocument } from '../../policies/policy-requests';
import { extended } from './draft';

/** A policy that allows it now. */
export interface Allowing {
  readonly id: string;
  readonly name: string;
}

/**
 * Makes a policy of a draft, or adds its rules to a policy.
 * @param policy as it was shown: where somebody changed it meanwhile the answer is 412
 * @throws ApiProblem
 */
export async function allow(
  draft: PolicyBody,
  policy: PolicyView | undefined,
  once: Once,
): Promise<Allowing> {
  if (policy) {
    await replaceByDocument(policy, extended(policy, draft));
    return policy;
  }
  const { data } = await createPolicy({ body: draft, headers: once(draft), throwOnError: true });
  await refresh();
  return { id: data.id, name: draft.name };
}
