import { Autocomplete, Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { oneOf } from '../api/from-address';
import { EVENT_VERDICTS, type EventsSearch, isFiltered } from './events.search';
import { PeriodFilter } from './period-filter';

interface EventsFiltersProps {
  readonly search: EventsSearch;
  readonly onChange: (search: EventsSearch) => void;
}

/** The usual types; others have the names of their kinds. */
const TYPES = ['connect', 'dns', 'process', 'file', 'falco_alert'];

/** Chooses events by type, verdict, agent and time. */
export const EventsFilters = ({ search, onChange }: EventsFiltersProps) => (
  <Group gap="xs" align="flex-end" role="search" aria-label="Filter events">
    <TypeFilter
      key={`type ${search.type}`}
      type={search.type}
      onChange={(type) => onChange({ ...search, type })}
    />
    <Select
      label="Verdict"
      placeholder="Any"
      clearable
      w={{ base: '100%', xs: 140 }}
      data={[...EVENT_VERDICTS]}
      value={search.verdict ?? null}
      onChange={(verdict) => onChange({ ...search, verdict: oneOf(EVENT_VERDICTS, verdict) })}
    />
    <AgentFilter
      key={`agent ${search.agent_id}`}
      agentId={search.agent_id}
      onChange={(agent_id) => onChange({ ...search, agent_id })}
    />
    <PeriodFilter
      key={`period ${search.since} ${search.until}`}
      period={search}
      onChange={(period) => onChange({ ...search, ...period })}
    />
    {isFiltered(search) && (
      <Button variant="subtle" onClick={() => onChange({})}>
        Show all
      </Button>
    )}
  </Group>
);

interface TypeFilterProps {
  readonly type: string | undefined;
  readonly onChange: (type: string | undefined) => void;
}

/** It counts when a type is chosen, or the field is left. */
function TypeFilter({ type, onChange }: TypeFilterProps) {
  const [written, setWritten] = useState(type ?? '');
  const apply = (value: string): void => {
    const wanted = value.trim() || undefined;
    if (wanted !== type) onChange(wanted);
  };
  return (
    <Autocomplete
      label="Type"
      placeholder="Any"
      clearable
      w={{ base: '100%', xs: 160 }}
      data={TYPES}
      value={written}
      onChange={setWritten}
      onOptionSubmit={apply}
      onClear={() => apply('')}
      onBlur={() => apply(written)}
      onKeyDown={({ key }) => key === 'Enter' && apply(written)}
    />
  );
}

interface AgentFilterProps {
  readonly agentId: string | undefined;
  readonly onChange: (agentId: string | undefined) => void;
}

function AgentFilter({ agentId, onChange }: AgentFilterProps) {
  const [written, setWritten] = useState(agentId ?? '');
  const apply = (): void => {
    const wanted = written.trim() || undefined;
    if (wanted !== agentId) onChange(wanted);
  };
  return (
    <TextInput
      label="Agent"
      placeholder="agent_…"
      w={{ base: '100%', xs: 200 }}
      value={written}
      onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}
