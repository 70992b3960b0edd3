import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPoliciesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { PolicyBody, PolicyView } from '../../api/generated/types.gen';
import { type Action, useAction } from '../../api/use-action';
import { useOnce } from '../../api/use-once';
import { refresh } from '../../policies/policy-requests';
import { useMay } from '../../session/session';
import { allow, type Allowing } from './allow-requests';
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
  setName(name: string): void;
  setComment(comment: string): void;
  /** @param id of the policy to extend; undefined for a new one */
  extend(id: string | undefined): void;
  readonly write: Action<Allowing, void>;
}

/** @param proposal what was chosen; what somebody wrote stays when another is chosen */
export function useAllowing(proposal: PolicyBody, onAllowed: (by: Allowing) => void): AllowDraft {
  const [written, setWritten] = useState<{ name?: string; comment?: string }>({});
  const [policyId, extend] = useState<string>();
  const asked = listPoliciesOptions({ query: { limit: MOST } });
  const { data } = useQuery({ ...asked, enabled: useMay('policies:read') });
  const policies = extendable(data?.data ?? [], proposal);
  const policy = policies.find(({ id }) => id === policyId);
  const { name = proposal.name, comment = proposal.rules[0]?.comment ?? '' } = written;
  const once = useOnce();
  const write = useAction({
    mutationFn: () => allow(draftOf(proposal, name, comment), policy, once),
    onSuccess: onAllowed,
    // It may have been changed meanwhile: the next try is of what it says now.
    onError: refresh,
  });
  return {
    ...{ name, comment, policies, policy, extend, write },
    setName: (text) => setWritten({ ...written, name: text }),
    setComment: (text) => setWritten({ ...written, comment: text }),
  };
}
