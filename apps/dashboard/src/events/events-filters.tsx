import { Group, Select } from '@mantine/core';
import { AgentSelect } from '../agents/agent-select';
import { oneOf } from '../api/from-address';
import { PeriodFilter } from '../components/period-filter';
import { ProposedInput } from '../components/proposed-input';
import { ShowAll } from '../components/show-all';
import { WrittenInput } from '../components/written-input';
import { EVENT_VERDICTS, type EventsSearch } from './events.search';

interface EventsFiltersProps {
  readonly search: EventsSearch;
  readonly onChange: (change: (now: EventsSearch) => EventsSearch) => void;
}

/** The usual types; others have the names of their kinds. */
const TYPES = ['connect', 'dns', 'process', 'file', 'falco_alert'];

/** Chooses events by type, verdict, agent, destination and time. */
export const EventsFilters = ({ search, onChange }: EventsFiltersProps) => (
  <Group gap="xs" align="flex-end" role="search" aria-label="Filter events">
    <ProposedInput
      label="Type"
      w={{ base: '100%', xs: 160 }}
      value={search.type ?? ''}
      proposals={TYPES}
      onChange={(type) => onChange((now) => ({ ...now, type: type || undefined }))}
    />
    <Select
      label="Verdict"
      placeholder="Any"
      clearable
      w={{ base: '100%', xs: 140 }}
      data={[...EVENT_VERDICTS]}
      value={search.verdict ?? null}
      onChange={(verdict) =>
        onChange((now) => ({ ...now, verdict: oneOf(EVENT_VERDICTS, verdict) }))
      }
    />
    <AgentSelect
      w={{ base: '100%', xs: 200 }}
      agentId={search.agent_id}
      onChange={(agent_id) => onChange((now) => ({ ...now, agent_id }))}
    />
    <WrittenInput
      label="Destination"
      placeholder="Domain or address"
      w={{ base: '100%', xs: 200 }}
      value={search.destination ?? ''}
      onChange={(destination) =>
        onChange((now) => ({ ...now, destination: destination.trim() || undefined }))
      }
    />
    <PeriodFilter
      period={search}
      onChange={(period) => onChange((now) => ({ ...now, ...period }))}
    />
    <ShowAll search={search} onClick={() => onChange(() => ({}))} />
  </Group>
);
