import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import type { AgentInFullView } from '../api/generated/types.gen';
import { isMissing } from '../api/problem';
import { Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { visible } from '../components/visible';
import { useMay } from '../session/session';
import { AgentCounts } from './agent-counts';
import { AgentFacts } from './agent-facts';
import { AgentMode } from './agent-mode';
import { AgentSensors } from './agent-sensors';
import { DeleteAgent } from './delete-agent';
import { LastEvents } from './last-events';
import { LastIssues } from './last-issues';
import { ObservationRate } from './observation-rate';
import { RotateToken } from './rotate-token';
import { useAgent } from './use-agent';

/** One agent: what it is, what it sends, and what came of it. */
function AgentPage() {
  const { agentId } = page.useParams();
  const { data: agent, error } = useAgent(agentId);
  // What is open here, such as what is being done, goes only with the agent itself.
  if (agent && !isMissing(error)) return <Known key={agentId} agent={agent} problem={error} />;
  return (
    <Page title="Agent">{error ? <ProblemAlert problem={error} /> : <Skeleton h={400} />}</Page>
  );
}

interface KnownProps {
  readonly agent: AgentInFullView;
  /** Why nobody could say how it is now; null for nothing. */
  readonly problem: unknown;
}

function Known({ agent, problem }: KnownProps) {
  const mayChange = useMay('agents:write');
  const maySeeEvents = useMay('events:read');
  const maySeeIssues = useMay('issues:read');
  const actions = mayChange && (
    <Group gap="xs">
      <RotateToken agent={agent} />
      <DeleteAgent agent={agent} />
    </Group>
  );
  return (
    <Page title={visible(agent.hostname)} actions={actions}>
      <Stack>
        {problem !== null && <ProblemAlert problem={problem} />}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <AgentFacts agent={agent} />
          <Stack>
            <AgentMode agent={agent} mayChange={mayChange} />
            <AgentCounts events={agent.events} />
          </Stack>
        </SimpleGrid>
        {maySeeEvents && <ObservationRate agentId={agent.id} />}
        {agent.sensors.length > 0 && <AgentSensors sensors={agent.sensors} />}
        {maySeeIssues && <LastIssues agentId={agent.id} />}
        {maySeeEvents && <LastEvents agentId={agent.id} />}
      </Stack>
    </Page>
  );
}

export const page = createLazyRoute('/signed-in/agents/$agentId')({ component: AgentPage });
