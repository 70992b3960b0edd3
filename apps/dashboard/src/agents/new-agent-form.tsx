import { Button, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { isDuplicate } from '../components/is-duplicate';
import { LeaveGuard } from '../components/leave-guard';
import { Refusal } from '../components/refusal';
import { PLATFORM_NAMES, PLATFORMS } from './agent-words';
import type { NewAgent } from './new-agent';
import { type AgentInMaking, mistakesOf } from './use-new-agent';

interface NewAgentFormProps {
  readonly agent: AgentInMaking;
  /** Only what an agent cannot be without. */
  readonly brief?: boolean;
}

/** Asks what a new agent is. */
export function NewAgentForm({ agent: { form, making }, brief = false }: NewAgentFormProps) {
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
        {!brief && <Optional form={form} />}
        {making.isError && !isSaidAtFields && <Refusal problem={making.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={making.isPending}>
            Create agent
          </Button>
        </Group>
      </Stack>
      <LeaveGuard dirty={form.isDirty()} />
    </form>
  );
}

const Optional = ({ form }: { readonly form: UseFormReturnType<NewAgent> }) => (
  <>
    <TextInput
      label="IP address"
      description="IPv4 or IPv6"
      placeholder="192.0.2.7"
      {...form.getInputProps('ip')}
    />
    <TagsInput
      label="Labels"
      description="Each key=value, ended by Enter. cluster, node and version are shown in lists, and policies choose by cluster, namespace, node, repository, workflow and job"
      // Beside labels it would be taken for one more.
      placeholder={form.values.labels.length === 0 ? 'cluster=production' : ''}
      splitChars={[',']}
      isDuplicate={isDuplicate}
      acceptValueOnBlur
      {...form.getInputProps('labels')}
    />
  </>
);
