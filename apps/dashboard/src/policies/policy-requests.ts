import { queryOptions } from '@tanstack/react-query';
import { getPolicyOptions, getPolicyQueryKey } from '../api/generated/@tanstack/react-query.gen';
import { client } from '../api/generated/client.gen';
import { deletePolicy, replacePolicy } from '../api/generated/sdk.gen';
import type {
  CheckPolicyErrors,
  CheckPolicyResponses,
  CreatePolicyErrors,
  CreatePolicyResponses,
  PolicyApplied,
  PolicyDocumentView,
  PolicyView,
  ReplacePolicyErrors,
  ReplacePolicyResponses,
} from '../api/generated/types.gen';
import { ApiProblem } from '../api/problem';
import { queries } from '../api/queries';
import type { Once } from '../api/use-once';
import { isChanged } from './changed-meanwhile';
import { policyText, sentText } from './policy-text';
import { documentOf } from './policy-yaml';

/** The generated calls write their bodies as JSON; a person's text is a text already. */
const asText = (draft: string) => ({ bodySerializer: null, ...sentText(draft) }) as const;

/** The ETag of a version. */
const tagOf = (version: number): string => `"${version}"`;

/** What a draft would be as a policy, or the problem that it would be refused with. Writes nothing. */
export const checkOptions = (draft: string) =>
  queryOptions({
    queryKey: ['policy-check', draft],
    queryFn: async ({ signal }): Promise<PolicyDocumentView> => {
      const url = '/v1/policies/check';
      const asked = { url, ...asText(draft), signal, throwOnError: true as const };
      const { data } = await client.post<CheckPolicyResponses, CheckPolicyErrors, true>(asked);
      return data.policy;
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** Makes a policy of a draft. @throws ApiProblem */
export async function createFrom(draft: string, once: Once): Promise<PolicyApplied> {
  const text = asText(draft);
  const { data } = await client.post<CreatePolicyResponses, CreatePolicyErrors, true>({
    ...{ url: '/v1/policies', throwOnError: true, ...text },
    headers: { ...once(draft), ...text.headers },
  });
  await refresh();
  return data;
}

/** Which policy is changed, and the version that the change was made for: another is refused with 412. */
export type Known = Pick<PolicyView, 'id' | 'version'>;

const pathTo = ({ id }: Pick<Known, 'id'>) => ({ path: { policy_id: id } });

const conditions = (known: Known) => ({
  ...{ ...pathTo(known), headers: { 'If-Match': tagOf(known.version) } },
  throwOnError: true as const,
});

/** Replaces a policy by a draft. @throws ApiProblem */
export async function replaceBy(known: Known, draft: string): Promise<void> {
  const { path, headers, throwOnError } = conditions(known);
  const text = asText(draft);
  await client.put<ReplacePolicyResponses, ReplacePolicyErrors, true>({
    ...{ url: '/v1/policies/{policy_id}', path, throwOnError, ...text },
    headers: { ...headers, ...text.headers },
  });
  await refresh();
}

/** A policy as the house has it now. */
export const newest = (id: string): Promise<PolicyView> =>
  queries.fetchQuery({ ...getPolicyOptions(pathTo({ id })), staleTime: 0 });

/** What was asked for may be done all the same: the answer was lost or late, or it was asked for before. */
const mayBeDone = (problem: unknown): boolean =>
  problem instanceof ApiProblem && (problem.isPassing || isChanged(problem));

/** Replaces a policy by a document, such as one of its versions. @throws ApiProblem unless the policy says what the document does */
export async function replaceByDocument(known: Known, document: PolicyDocumentView): Promise<void> {
  try {
    await replacePolicy({ ...conditions(known), body: documentOf(document) });
  } catch (problem) {
    if (!mayBeDone(problem) || !(await says(known.id, document))) throw problem;
  } finally {
    await refresh();
  }
}

/** Whether a policy says what a document does, as far as that can be read. */
const says = (id: string, document: PolicyDocumentView): Promise<boolean> =>
  newest(id).then(
    (now) => policyText(now) === policyText(document),
    () => false,
  );

/** Deletes a policy; `left` leaves what shows it. @throws ApiProblem */
export async function remove(known: Known, left: () => Promise<void>): Promise<void> {
  await deletePolicy(conditions(known));
  await left();
  queries.removeQueries({ queryKey: getPolicyQueryKey(pathTo(known)) });
  await refresh();
}

const LISTS = ['listPolicies', 'getPolicy', 'listPolicyVersions'];

/** What is shown of policies is asked again. */
export const refresh = async (): Promise<void> => {
  await Promise.all(LISTS.map((_id) => queries.invalidateQueries({ queryKey: [{ _id }] })));
};
