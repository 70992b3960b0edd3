import { Group, Select } from '@mantine/core';
import type { AgentSummaryView } from '../api/generated/types.gen';
import { number } from '../components/number';
import { ProposedInput } from '../components/proposed-input';
import { ShowAll } from '../components/show-all';
import { WrittenInput } from '../components/written-input';
import { AGENT_STATUSES, PLATFORM_NAMES, PLATFORMS } from './agent-words';
import type { AgentsSearch } from './agents.search';

interface AgentsFiltersProps {
  readonly search: AgentsSearch;
  readonly summary: AgentSummaryView | undefined;
  readonly onChange: (change: (now: AgentsSearch) => AgentsSearch) => void;
}

/** Chooses agents by status, platform, cluster and what they are called; each choice says how many there are in all. */
export function AgentsFilters({ search, summary, onChange }: AgentsFiltersProps) {
  const counted = (label: string, count: number | undefined): string =>
    count === undefined ? label : `${label} (${number(count)})`;
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label="Filter agents">
      <Select
        label="Status"
        placeholder="Any"
        clearable
        w={{ base: '100%', xs: 190 }}
        data={AGENT_STATUSES.map((value) => ({
          value,
          label: counted(value, summary?.by_status[value]),
        }))}
        value={search.status ?? null}
        onChange={(status) => onChange((now) => ({ ...now, status: status ?? undefined }))}
      />
      <Select
        label="Platform"
        placeholder="Any"
        clearable
        w={{ base: '100%', xs: 190 }}
        data={PLATFORMS.map((value) => ({
          value,
          label: counted(PLATFORM_NAMES[value], summary?.by_platform[value]),
        }))}
        value={search.platform ?? null}
        onChange={(platform) => onChange((now) => ({ ...now, platform: platform ?? undefined }))}
      />
      <ProposedInput
        label="Cluster"
        w={{ base: '100%', xs: 200 }}
        value={search.cluster ?? ''}
        proposals={summary?.clusters.map(({ name }) => name) ?? []}
        onChange={(cluster) => onChange((now) => ({ ...now, cluster: cluster || undefined }))}
      />
      <WrittenInput
        label="Name, hostname or id"
        placeholder="Any"
        w={{ base: '100%', xs: 200 }}
        value={search.search ?? ''}
        onChange={(written) => onChange((now) => ({ ...now, search: written || undefined }))}
      />
      <ShowAll search={search} onClick={() => onChange(() => ({}))} />
    </Group>
  );
}
