import { useForm, type UseFormReturnType } from '@mantine/form';
import { createAgent } from '../api/generated/sdk.gen';
import type { NewAgentView } from '../api/generated/types.gen';
import { ApiProblem } from '../api/problem';
import { type Action, useAction } from '../api/use-action';
import { useOnce } from '../api/use-once';
import { bodyOf, brokenLabels, keyGivenTwice, mistakesIn, type NewAgent } from './new-agent';

/** An agent that was just made: the only moment at which its token is known. */
export interface MadeAgent extends NewAgentView {
  readonly name: string;
}

/** An agent that is about to be made. */
export interface AgentInMaking {
  /** What is written of it. What the API says is wrong stands at the field it speaks of. */
  readonly form: UseFormReturnType<NewAgent>;
  readonly making: Action<MadeAgent, NewAgent>;
  /** Begins with what was proposed. */
  begin(): void;
}

export function useNewAgent(proposed: NewAgent, onMade: (agent: MadeAgent) => void): AgentInMaking {
  const form = useForm<NewAgent>({
    initialValues: proposed,
    validate: { labels: (labels) => labelsMistake(labels) },
  });
  const once = useOnce();
  const making = useAction({
    mutationFn: async (agent: NewAgent): Promise<MadeAgent> => {
      const body = bodyOf(agent);
      const { data } = await createAgent({ body, headers: once(body), throwOnError: true });
      return { ...data, name: agent.name };
    },
    gcTime: 0,
    onSuccess: (agent) => {
      once.made();
      begin();
      onMade(agent);
    },
    onError: (problem) => form.setErrors(mistakesOf(problem)),
  });
  const begin = (): void => {
    form.reset();
    making.reset();
  };
  return { form, making, begin };
}

/** What the API says of each field. */
export const mistakesOf = (problem: Error | null): ReturnType<typeof mistakesIn> =>
  problem instanceof ApiProblem ? mistakesIn(problem.message) : {};

function labelsMistake(labels: readonly string[]): string | null {
  const [broken] = brokenLabels(labels);
  if (broken !== undefined) return `“${broken}” must be key=value, such as cluster=production`;
  const twice = keyGivenTwice(labels);
  return twice === undefined ? null : `“${twice}” is given twice; give it once`;
}
