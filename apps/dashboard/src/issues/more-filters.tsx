import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { AgentSelect } from '../agents/agent-select';
import type { ChangeIssuesSearch, IssuesSearch } from './issues.search';
import { fromField, LAST_MOMENT, toField } from '../components/period';

interface MoreFiltersProps {
  readonly search: IssuesSearch;
  readonly onChange: (change: ChangeIssuesSearch) => void;
}

/** Filters that are written. */
export function MoreFilters({ search, onChange }: MoreFiltersProps) {
  const [opened, { close, toggle }] = useDisclosure();
  const apply = (changed: Partial<IssuesSearch>): void => {
    onChange((now) => ({ ...now, ...changed }));
    close();
  };
  return (
    <Popover opened={opened} onChange={close} onDismiss={close} trapFocus returnFocus width={300}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          fw={400}
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={toggle}
        >
          More filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        {opened && <FilterForm search={search} onApply={apply} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterFormProps {
  readonly search: IssuesSearch;
  readonly onApply: (changed: Partial<IssuesSearch>) => void;
}

function FilterForm({ search, onApply }: FilterFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      destination: search.destination ?? '',
      since: toField(search.since),
      until: toField(search.until),
    },
  });
  const [agent, setAgent] = useState(search.agent_id);
  const submit = form.onSubmit(({ destination, since, until }) => {
    onApply({
      destination: destination.trim() || undefined,
      agent_id: agent,
      since: form.isDirty('since') ? fromField(since) : search.since,
      until: form.isDirty('until') ? fromField(until) : search.until,
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Destination"
          description="A domain or an address, as a whole"
          placeholder="api.example.com"
          data-autofocus
          key={form.key('destination')}
          {...form.getInputProps('destination')}
        />
        <AgentSelect agentId={agent} onChange={setAgent} />
        <TextInput
          label="After"
          type="datetime-local"
          max={LAST_MOMENT}
          key={form.key('since')}
          {...form.getInputProps('since')}
        />
        <TextInput
          label="Until"
          type="datetime-local"
          max={LAST_MOMENT}
          key={form.key('until')}
          {...form.getInputProps('until')}
        />
        <Group justify="flex-end">
          <Button type="submit" size="compact-md">
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
