import { Group, Select } from '@mantine/core';
import { oneOf } from '../../api/from-address';
import { capitalised } from '../../components/capitalised';
import { PeriodFilter } from '../../components/period-filter';
import { ShowAll } from '../../components/show-all';
import { WrittenInput } from '../../components/written-input';
import { actionWords } from './audit-words';
import { ACTIONS, type AuditSearch, RESOURCE_TYPES } from './audit.search';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (change: (now: AuditSearch) => AuditSearch) => void;
}

/** Chooses changes by what was done, on what, by whom and when. */
export const AuditFilters = ({ search, onChange }: AuditFiltersProps) => (
  <Group gap="xs" align="flex-end" role="search" aria-label="Filter changes">
    <Select
      label="Change"
      placeholder="Any"
      clearable
      w={{ base: '100%', xs: 220 }}
      data={ACTIONS.map((value) => ({ value, label: actionWords(value) }))}
      value={search.action ?? null}
      onChange={(action) => onChange((now) => ({ ...now, action: oneOf(ACTIONS, action) }))}
    />
    <Select
      label="Kind"
      placeholder="Any"
      clearable
      w={{ base: '100%', xs: 140 }}
      data={RESOURCE_TYPES.map((value) => ({ value, label: capitalised(value) }))}
      value={search.resource_type ?? null}
      onChange={(type) =>
        onChange((now) => ({ ...now, resource_type: oneOf(RESOURCE_TYPES, type) }))
      }
    />
    <WrittenInput
      label="Id of what was changed"
      placeholder="policy_…"
      w={{ base: '100%', xs: 200 }}
      value={search.resource_id ?? ''}
      onChange={(id) => onChange((now) => ({ ...now, resource_id: id || undefined }))}
    />
    <WrittenInput
      label="By the token"
      placeholder="token_…"
      w={{ base: '100%', xs: 200 }}
      value={search.actor ?? ''}
      onChange={(actor) => onChange((now) => ({ ...now, actor: actor || undefined }))}
    />
    <PeriodFilter
      period={search}
      onChange={(period) => onChange((now) => ({ ...now, ...period }))}
    />
    <ShowAll search={search} onClick={() => onChange(() => ({}))} />
  </Group>
);
