import type { PolicyBody, PolicyDocumentView, PolicyView } from '../../api/generated/types.gen';

/** A proposal with what somebody wrote over it; what is left empty stays as it was proposed, a comment is left out. */
export function draftOf(proposal: PolicyBody, name: string, comment: string): PolicyBody {
  const said = comment.trim();
  const rules = proposal.rules.map(({ pattern }) => ({ pattern, ...(said && { comment: said }) }));
  return { ...proposal, name: name.trim() || proposal.name, rules };
}

/** Whether two policies are about the same agents. */
function isOfSameScope(one: Scoped, other: Scoped): boolean {
  return scopeOf(one) === scopeOf(other);
}

type Scoped = Pick<PolicyBody, 'selector'>;

const scopeOf = ({ selector = { platform: undefined } }: { readonly selector?: object }): string =>
  JSON.stringify(Object.entries(selector).sort());

/** The policies that the rules of a draft can be added to: they allow, they are applied, and they are about the same agents. */
export const extendable = (policies: readonly PolicyView[], draft: PolicyBody): PolicyView[] =>
  policies.filter(
    (policy) => policy.type === 'allow' && policy.enabled && isOfSameScope(policy, draft),
  );

/** A policy with the rules of a draft behind its own, each once: it may have them already, where the answer to that was lost. */
export function extended(policy: PolicyView, draft: PolicyBody): PolicyDocumentView {
  const known = new Set(policy.rules.map(({ pattern }) => pattern));
  const more = draft.rules.filter(({ pattern }) => !known.has(pattern));
  return { ...policy, rules: [...policy.rules, ...more] };
}
