import { Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { byCursor, PAGE_SIZE } from '../../api/by-cursor';
import { isFiltered } from '../../api/from-address';
import { listAuditInfiniteOptions } from '../../api/generated/@tanstack/react-query.gen';
import { READ_WHEN_SHOWN } from '../../api/queries';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { NextPage } from '../../components/next-page';
import { Rows } from '../../components/rows';
import { SettingsFrame } from '../settings-frame';
import { auditColumns } from './audit-columns';
import { AuditFilters } from './audit-filters';
import { deletedIn } from './audit-words';
import type { AuditSearch } from './audit.search';

/** Who changed what, newest first. */
function AuditPage() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  return (
    <SettingsFrame title="Audit">
      <Stack>
        <Text size="sm" c="dimmed">
          Every change that a person made, by which token. No token and no secret is shown.
        </Text>
        <AuditFilters
          search={search}
          onChange={(change) => void navigate({ to: '/settings/audit', search: change })}
        />
        <Entries search={search} />
      </Stack>
    </SettingsFrame>
  );
}

function Entries({ search }: { readonly search: AuditSearch }) {
  const list = useInfiniteQuery({
    ...listAuditInfiniteOptions({ query: { ...search, limit: PAGE_SIZE } }),
    ...byCursor,
    ...{ ...READ_WHEN_SHOWN, placeholderData: keepPreviousData },
  });
  const waiting = <Skeleton h={320} role="status" aria-label="The changes are being read" />;
  return (
    <Answer query={list} waiting={waiting}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data);
        if (entries.length === 0 && !list.hasNextPage) return <NoEntries search={search} />;
        return (
          <>
            <Rows
              label="Changes"
              columns={auditColumns(deletedIn(entries))}
              rows={entries}
              keyOf={({ id }) => id}
            />
            <NextPage list={list} />
          </>
        );
      }}
    </Answer>
  );
}

const NoEntries = ({ search }: { readonly search: AuditSearch }) => (
  <EmptyState title={isFiltered(search) ? 'No change is like that' : 'No change yet'}>
    {isFiltered(search)
      ? 'Take a filter away to see more.'
      : 'What people change stands here: policies, agents, tokens, webhooks and the status of issues.'}
  </EmptyState>
);

export const page = createLazyRoute('/signed-in/settings/audit')({ component: AuditPage });
