import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Navigate, useRouterState } from '@tanstack/react-router';
import { summariseAgentsOptions } from '../api/generated/@tanstack/react-query.gen';
import { EmptyState } from '../components/empty-state';
import { Page } from '../components/page';
import { useMay } from '../session/session';
import { Deliveries } from './deliveries';
import { Destinations } from './destinations';
import { Fleet } from './fleet';
import { NewestIssues } from './newest-issues';
import { Observations } from './observations';
import { OpenIssues } from './open-issues';

/** The fleet at a glance; a house that has none is led to its first agent. */
function OverviewPage() {
  const seen: Seen = {
    ...{ issues: useMay('issues:read'), agents: useMay('agents:read') },
    ...{ events: useMay('events:read'), webhooks: useMay('webhooks:read') },
  };
  const mayMake = useMay('agents:write');
  const fleet = useQuery({ ...summariseAgentsOptions(), enabled: seen.agents });
  // Whoever goes on meanwhile is not called back.
  const isWanted = useRouterState({ select: ({ location }) => location.pathname === '/' });
  if (isWanted && mayMake && fleet.data?.total === 0) return <Navigate to="/start" replace />;
  return (
    <Page title="Overview">
      {Object.values(seen).includes(true) ? <Glance {...seen} /> : <NothingToSee />}
    </Page>
  );
}

/** What of the house somebody may read. */
type Seen = Readonly<Record<'issues' | 'agents' | 'events' | 'webhooks', boolean>>;

const Glance = ({ issues, agents, events, webhooks }: Seen) => (
  <Stack>
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
      {agents && <Fleet />}
      {issues && <OpenIssues />}
      {webhooks && <Deliveries />}
    </SimpleGrid>
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {events && <Observations />}
      {issues && <Destinations />}
    </SimpleGrid>
    {issues && <NewestIssues />}
  </Stack>
);

const NothingToSee = () => (
  <EmptyState title="There is nothing here that your token may see">
    An overview is of issues, agents, events and webhooks: it needs a token that may read one of
    them.
  </EmptyState>
);

export const page = createLazyRoute('/signed-in/')({ component: OverviewPage });
