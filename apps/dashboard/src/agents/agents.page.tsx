import { Button, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { isFiltered } from '../api/from-address';
import type { AgentView } from '../api/generated/types.gen';
import { Answer } from '../components/answer';
import { EmptyState } from '../components/empty-state';
import { type EndlessList, NextPage } from '../components/next-page';
import { NoneSoFar } from '../components/none-so-far';
import { Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { useMay } from '../session/session';
import { AgentsFilters } from './agents-filters';
import { AgentsTable } from './agents-table';
import type { AgentsSearch } from './agents.search';
import { FleetCounts } from './fleet-counts';
import { NewAgentDrawer } from './new-agent.drawer';
import { useAgents, useFleet } from './use-agents';

/** The fleet. */
function AgentsPage() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const [isMaking, making] = useDisclosure();
  const mayMake = useMay('agents:write');
  const fleet = useFleet();
  const make = mayMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={making.open}>
      New agent
    </Button>
  );
  return (
    <Page title="Agents" actions={make}>
      <Stack>
        {fleet.error ? (
          <ProblemAlert problem={fleet.error} />
        ) : (
          <FleetCounts summary={fleet.data} />
        )}
        <AgentsFilters
          search={search}
          summary={fleet.data}
          onChange={(change) => void navigate({ search: change, replace: true })}
        />
        <Results search={search} />
      </Stack>
      <NewAgentDrawer opened={isMaking} onClose={making.close} />
    </Page>
  );
}

/** What the filters let through. */
function Results({ search }: { readonly search: AgentsSearch }) {
  const list = useAgents(search);
  return (
    <Answer query={list} waiting={<Skeleton h={320} />}>
      {({ pages }) => (
        <Listed agents={pages.flatMap(({ data }) => data)} list={list} search={search} />
      )}
    </Answer>
  );
}

interface ListedProps {
  readonly agents: readonly AgentView[];
  readonly list: EndlessList;
  readonly search: AgentsSearch;
}

function Listed({ agents, list, search }: ListedProps) {
  if (agents.length === 0 && list.hasNextPage) return <NoneSoFar list={list} />;
  if (agents.length === 0 && isFiltered(search))
    return <EmptyState title="No agent is like that">Take a filter away to see more.</EmptyState>;
  if (agents.length === 0) return <NoAgents />;
  return (
    <div>
      <AgentsTable agents={agents} />
      <NextPage list={list} />
    </div>
  );
}

const NoAgents = () => (
  <EmptyState
    title="No agent yet"
    action={
      <Button component={Link} to="/start" variant="light">
        Start in three steps
      </Button>
    }
  >
    An agent is whatever speaks for a host or a job: it has a token, and sends what it sees.
  </EmptyState>
);

export const page = createLazyRoute('/signed-in/agents')({ component: AgentsPage });
