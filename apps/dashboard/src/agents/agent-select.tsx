import { type ComboboxItem, Select, type SelectProps, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { WrittenInput } from '../components/written-input';
import { useMay } from '../session/session';
import { agentOptions, optionOf } from './agent-options';
import { useFoundAgents } from './use-found-agents';
import { useKnownAgent } from './use-known-agent';

interface AgentSelectProps extends Pick<SelectProps, 'w'> {
  readonly agentId: string | undefined;
  readonly onChange: (agentId: string | undefined) => void;
}

/** Chooses an agent by a part of its name, hostname or id; who may not see agents writes its id. */
export function AgentSelect(props: AgentSelectProps) {
  const { agentId = '', onChange, w } = props;
  if (useMay('agents:read')) return <Searched {...props} />;
  return (
    <WrittenInput
      {...{ label: 'Agent', placeholder: 'agent_…', w, value: agentId }}
      onChange={(id) => onChange(id || undefined)}
    />
  );
}

function Searched({ agentId, onChange, w }: AgentSelectProps) {
  const [written, setWritten] = useState('');
  const [opened, { open, close }] = useDisclosure();
  const agent = useKnownAgent(agentId);
  const chosen = agentId === undefined ? [] : [optionOf(agentId, agent?.hostname ?? agentId)];
  // What is chosen stands in the field until something else is written.
  const text = chosen[0]?.label === written ? '' : written;
  const { found, isSearching } = useFoundAgents(text, opened);
  const options = agentOptions(found, text);
  const hidden = chosen.filter(({ value }) => options.every((option) => option.value !== value));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isReached = event.currentTarget.hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || text === '' || isReached) return;
    // It is about what is written here, and not about the form around it.
    event.preventDefault();
    const [only, ...others] = options;
    if (!only || others.length > 0 || (isSearching && only.value !== text)) return;
    onChange(only.value);
    close();
  };
  return (
    <Select
      label="Agent"
      placeholder="Name, hostname or id"
      w={w}
      data={[...options, ...hidden]}
      filter={() => [...options]}
      renderOption={Option}
      searchable
      clearable
      allowDeselect={false}
      nothingFoundMessage={isSearching ? 'Searching…' : 'No agent is called that'}
      comboboxProps={{ withinPortal: false }}
      value={agentId ?? null}
      searchValue={written}
      onSearchChange={setWritten}
      dropdownOpened={opened}
      onDropdownOpen={open}
      onDropdownClose={close}
      onKeyDown={onKeyDown}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

const Option = ({ option: { value, label } }: { readonly option: ComboboxItem }) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    {label}
    {label !== value && (
      <Text size="xs" c="dimmed">
        {value}
      </Text>
    )}
  </div>
);
