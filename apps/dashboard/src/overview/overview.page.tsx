import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Navigate } from '@tanstack/react-router';
import { summariseAgentsOptions } from '../api/generated/@tanstack/react-query.gen';
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
  const mayIssues = useMay('issues:read');
  const mayAgents = useMay('agents:read');
  const mayMake = useMay('agents:write');
  const mayEvents = useMay('events:read');
  const mayWebhooks = useMay('webhooks:read');
  const fleet = useQuery({ ...summariseAgentsOptions(), enabled: mayAgents });
  if (mayMake && fleet.data?.total === 0) return <Navigate to="/start" replace />;
  return (
    <Page title="Overview">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
          {mayAgents && <Fleet />}
          {mayIssues && <OpenIssues />}
          {mayWebhooks && <Deliveries />}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {mayEvents && <Observations />}
          {mayIssues && <Destinations />}
        </SimpleGrid>
        {mayIssues && <NewestIssues />}
      </Stack>
    </Page>
  );
}

export const page = createLazyRoute('/signed-in/')({ component: OverviewPage });
