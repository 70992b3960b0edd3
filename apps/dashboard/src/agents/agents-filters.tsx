import { Autocomplete, Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { AgentSummaryView } from '../api/generated/types.gen';
import { number } from '../components/number';
import { AGENT_STATUSES, PLATFORM_NAMES, PLATFORMS } from './agent-words';
import { type AgentsSearch, isFiltered } from './agents.search';

interface AgentsFiltersProps {
  readonly search: AgentsSearch;
  readonly summary: AgentSummaryView | undefined;
  readonly onChange: (search: AgentsSearch) => void;
}

/** Chooses agents by status, platform and cluster; each choice says how many there are in all. */
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
        onChange={(status) => onChange({ ...search, status: status ?? undefined })}
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
        onChange={(platform) => onChange({ ...search, platform: platform ?? undefined })}
      />
      <ClusterFilter
        key={search.cluster}
        cluster={search.cluster}
        known={summary?.clusters.map(({ name }) => name) ?? []}
        onChange={(cluster) => onChange({ ...search, cluster })}
      />
      {isFiltered(search) && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Show all
        </Button>
      )}
    </Group>
  );
}

interface ClusterFilterProps {
  readonly cluster: string | undefined;
  readonly known: readonly string[];
  readonly onChange: (cluster: string | undefined) => void;
}

/** Clusters may be more than are proposed: any name can be written. It counts when it is chosen, or the field is left. */
function ClusterFilter({ cluster, known, onChange }: ClusterFilterProps) {
  const [written, setWritten] = useState(cluster ?? '');
  const apply = (value: string): void => {
    const wanted = value.trim() || undefined;
    if (wanted !== cluster) onChange(wanted);
  };
  return (
    <Autocomplete
      label="Cluster"
      placeholder="Any"
      clearable
      w={{ base: '100%', xs: 200 }}
      data={[...known]}
      limit={20}
      value={written}
      onChange={setWritten}
      onOptionSubmit={apply}
      onClear={() => apply('')}
      onBlur={() => apply(written)}
      onKeyDown={({ key }) => key === 'Enter' && apply(written)}
    />
  );
}
