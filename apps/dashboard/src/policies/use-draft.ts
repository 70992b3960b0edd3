import { useState } from 'react';
import type { PolicyView } from '../api/generated/types.gen';
import { useAction } from '../api/use-action';
import { isChanged } from './changed-meanwhile';
import { newest, refresh, replaceBy } from './policy-requests';
import { policyText } from './policy-text';

/** What somebody writes of a policy, and what became of the policy meanwhile. */
export interface Draft {
  readonly text: string;
  readonly dirty: boolean;
  /** The policy as somebody else left it since this draft was begun; null when nobody did. */
  readonly theirs: PolicyView | null;
  readonly saving: boolean;
  readonly problem: Error | null;
  write(text: string): void;
  /** Saves it over the version that the draft was begun with; that is refused where it is no longer the newest. */
  save(): void;
  /** Saves it over what somebody else wrote. */
  overwrite(): void;
  /** Begins again with what the house has. */
  drop(): void;
  /** What the house has is what was to be saved: goes on from there. */
  settle(): void;
}

/** @param policy as the house has it now */
export function useDraft(policy: PolicyView, onSaved: (saved: PolicyView) => void): Draft {
  const [base, setBase] = useState(policy);
  const [text, setText] = useState(() => policyText(policy));
  const dirty = text !== policyText(base);
  const begin = (from: PolicyView): void => {
    setBase(from);
    setText(policyText(from));
  };
  const changed = policy.version > base.version;
  if (changed && !dirty) begin(policy);
  const save = useAction({
    mutationFn: async (version: number) => {
      await replaceBy({ id: policy.id, version }, text);
      return newest(policy.id);
    },
    onSuccess: (saved) => (begin(saved), onSaved(saved)),
    onError: (error) => (isChanged(error) ? refresh() : undefined),
  });
  const saveOver = ({ version }: PolicyView): void => {
    if (dirty) save.mutate(version);
  };
  const drop = (): void => (save.reset(), begin(policy));
  return {
    ...{ text, dirty, saving: save.isPending, write: setText },
    theirs: changed && dirty && !save.isPending ? policy : null,
    problem: save.error && !isChanged(save.error) ? save.error : null,
    save: () => saveOver(base),
    overwrite: () => saveOver(policy),
    drop,
    settle: () => (drop(), onSaved(policy)),
  };
}
