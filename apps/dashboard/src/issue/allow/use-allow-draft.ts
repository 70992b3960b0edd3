import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPoliciesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { PolicyBody, PolicyView } from '../../api/generated/types.gen';
import { useMay } from '../../session/session';
import { draftOf, extendable } from './draft';

/** Among so many policies, the newest, one to extend can be chosen. */
const MOST = 200;

/** What somebody is about to allow. */
export interface AllowDraft {
  readonly name: string;
  readonly comment: string;
  /** Those that the rule could be added to. */
  readonly policies: readonly PolicyView[];
  /** The one that it is added to; undefined for a new one. */
  readonly policy: PolicyView | undefined;
  /** All of it, as a policy. */
  readonly body: PolicyBody;
  /** Whether somebody wrote something. */
  readonly dirty: boolean;
  setName(name: string): void;
  setComment(comment: string): void;
  /** @param id of the policy to extend; undefined for a new one */
  extend(id: string | undefined): void;
}

/** @param proposal what was chosen; what somebody wrote stays when another is chosen */
export function useAllowDraft(proposal: PolicyBody): AllowDraft {
  const [written, setWritten] = useState<{ name?: string; comment?: string }>({});
  const [policyId, extend] = useState<string>();
  const asked = listPoliciesOptions({ query: { limit: MOST } });
  const { data } = useQuery({ ...asked, enabled: useMay('policies:read') });
  const policies = extendable(data?.data ?? [], proposal);
  const policy = policies.find(({ id }) => id === policyId);
  const proposed = { name: proposal.name, comment: proposal.rules[0]?.comment ?? '' };
  const { name, comment } = { ...proposed, ...written };
  return {
    ...{ name, comment, policies, policy, extend },
    body: draftOf(proposal, name, comment),
    dirty: name !== proposed.name || comment !== proposed.comment,
    setName: (text) => setWritten({ ...written, name: text }),
    setComment: (text) => setWritten({ ...written, comment: text }),
  };
}
