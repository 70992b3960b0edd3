import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { PolicyView } from '../api/generated/types.gen';
import { ApiProblem } from '../api/problem';
import { useAction } from '../api/use-action';
import { visible } from '../components/visible';
import { useMay } from '../session/session';
import { CHANGED_MEANWHILE, isChanged } from './changed-meanwhile';
import { switchedWords } from './effect-words';
import { replaceByDocument } from './policy-requests';

interface EnabledSwitchProps {
  readonly policy: PolicyView;
  /** Something else has to be done first. */
  readonly disabled?: boolean;
  /** The words beside it; left out where a column has them. */
  readonly label?: string;
}

/** Whether a policy is applied; a change is of the version that is shown, and of no other. */
export function EnabledSwitch({ policy, disabled = false, label }: EnabledSwitchProps) {
  const name = visible(policy.name);
  const may = useMay('policies:write');
  const change = useAction({
    mutationFn: (enabled: boolean) => replaceByDocument(policy, { ...policy, enabled }),
    onSuccess: (_, enabled) =>
      notifications.show({
        ...{ color: 'teal', title: `${name} is ${enabled ? 'enabled' : 'disabled'}` },
        message: switchedWords(policy, enabled),
      }),
    onError: (problem) => {
      const title = isUnknown(problem)
        ? `Whether ${name} is changed is not known yet`
        : `${name} is not changed`;
      notifications.show({ color: 'red', title, message: why(problem) });
    },
  });
  return (
    <Switch
      checked={change.isPending ? change.variables : policy.enabled}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
      disabled={disabled || !may}
      label={label}
      aria-label={`${name} is applied`}
    />
  );
}

const isUnknown = (problem: Error): boolean => problem instanceof ApiProblem && problem.isPassing;

function why(problem: Error): string {
  if (!(problem instanceof ApiProblem)) return problem.message;
  if (isChanged(problem)) return CHANGED_MEANWHILE;
  return [problem.message, problem.details].filter((text) => text !== '').join(': ');
}
