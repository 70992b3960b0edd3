import { Button, Skeleton, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { byCursor, PAGE_SIZE } from '../api/by-cursor';
import { listPoliciesInfiniteOptions } from '../api/generated/@tanstack/react-query.gen';
import { Answer } from '../components/answer';
import { EmptyState } from '../components/empty-state';
import { NextPage } from '../components/next-page';
import { Page } from '../components/page';
import { useMay } from '../session/session';
import { PoliciesTable } from './policies-table';

function PoliciesPage() {
  const may = useMay('policies:write');
  const make = may && (
    <Button component={Link} to="/policies/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New policy
    </Button>
  );
  return (
    <Page title="Policies" actions={make}>
      <Stack gap="md">
        <Policies />
      </Stack>
    </Page>
  );
}

function Policies() {
  const list = useInfiniteQuery({
    ...listPoliciesInfiniteOptions({ query: { limit: PAGE_SIZE } }),
    ...byCursor,
  });
  const waiting = <Skeleton h={240} role="status" aria-label="Policies are loading" />;
  return (
    <Answer query={list} waiting={waiting}>
      {({ pages }) => {
        const policies = pages.flatMap(({ data }) => data);
        if (policies.length === 0) return <NoPolicies />;
        return (
          <>
            <PoliciesTable policies={policies} />
            <NextPage list={list} />
          </>
        );
      }}
    </Answer>
  );
}

const NoPolicies = () => (
  <EmptyState title="There is no policy yet">
    Whatever agents connect to raises an issue. A policy of type allow says what is expected; one of
    type block says what must never be. You can also allow what you know from its issue.
  </EmptyState>
);

export const page = createLazyRoute('/signed-in/policies')({ component: PoliciesPage });
