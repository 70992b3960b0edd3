import { Button, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { createAgent } from '../api/generated/sdk.gen';
import type { NewAgentView } from '../api/generated/types.gen';
import { ApiProblem } from '../api/problem';
import { useAction } from '../api/use-action';
import { useOnce } from '../api/use-once';
import { ProblemAlert } from '../components/problem-alert';
import { PLATFORM_NAMES, PLATFORMS } from './agent-words';
import { bodyOf, brokenLabels, mistakesIn, type NewAgent } from './new-agent';

/** An agent that was just made: the only moment at which its token is known. */
export interface MadeAgent extends NewAgentView {
  readonly name: string;
}

interface NewAgentFormProps {
  readonly proposed: NewAgent;
  /** Only what an agent cannot be without. */
  readonly brief?: boolean;
  readonly onMade: (agent: MadeAgent) => void;
}

/** Makes an agent. What the API says is wrong stands at the field it speaks of. */
export function NewAgentForm({ proposed, brief = false, onMade }: NewAgentFormProps) {
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
    onSuccess: onMade,
    onError: (problem) => form.setErrors(mistakesOf(problem)),
  });
  // Also once it was mended: what is said at a field goes when somebody writes there.
  const isSaidAtFields = Object.keys(mistakesOf(making.error)).length > 0;
  return (
    <form noValidate onSubmit={form.onSubmit((agent) => making.mutate(agent))}>
      <Stack>
        <TextInput
          label="Name"
          description="Such as the name of the host, until the agent says its own"
          placeholder="worker-7"
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group grow align="flex-start">
          <Select
            label="Kind"
            required
            allowDeselect={false}
            data={PLATFORMS.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
            {...form.getInputProps('kind')}
          />
          <TextInput label="Operating system" required {...form.getInputProps('os')} />
        </Group>
        {!brief && <Optional inputProps={form.getInputProps} />}
        {making.isError && !isSaidAtFields && <ProblemAlert problem={making.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={making.isPending}>
            Create agent
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type InputProps = UseFormReturnType<NewAgent>['getInputProps'];

const Optional = ({ inputProps }: { readonly inputProps: InputProps }) => (
  <>
    <TextInput
      label="IP address"
      description="IPv4 or IPv6"
      placeholder="192.0.2.7"
      {...inputProps('ip')}
    />
    <TagsInput
      label="Labels"
      description="Each key=value, ended by Enter. cluster, node and version are shown in lists, and policies choose by cluster, namespace, node, repository, workflow and job"
      placeholder="cluster=production"
      splitChars={[',']}
      acceptValueOnBlur
      {...inputProps('labels')}
    />
  </>
);

const mistakesOf = (problem: Error | null): ReturnType<typeof mistakesIn> =>
  problem instanceof ApiProblem ? mistakesIn(problem.message) : {};

function labelsMistake(labels: readonly string[]): string | null {
  const [broken] = brokenLabels(labels);
  return broken === undefined ? null : `“${broken}” must be key=value, such as cluster=production`;
}
