import type { PolicyBody, PolicyView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import { useOnce } from '../../api/use-once';
import { refresh } from '../../policies/policy-requests';
import { allow } from './allow-requests';

/** What is to be allowed. */
interface ToAllow {
  readonly body: PolicyBody;
  /** The policy that its rules are added to; undefined for a new one. */
  readonly policy: PolicyView | undefined;
}

/** Allows something; asked for again because the answer was lost, it makes no second policy. */
export function useAllow() {
  const once = useOnce();
  return useAction({
    mutationFn: ({ body, policy }: ToAllow) => allow(body, policy, once),
    onSuccess: once.made,
    // It may have been changed meanwhile: the next try is of what it says now.
    onError: refresh,
  });
}

export type Allow = ReturnType<typeof useAllow>;
