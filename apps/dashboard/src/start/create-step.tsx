import { Skeleton, Text } from '@mantine/core';
import { NO_AGENT } from '../agents/new-agent';
import { NewAgentForm } from '../agents/new-agent-form';
import { type MadeAgent, useNewAgent } from '../agents/use-new-agent';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { ProblemAlert } from '../components/problem-alert';
import { useMay } from '../session/session';
import type { StartAgent } from './use-start-agent';

const FIRST = { ...NO_AGENT, name: 'first-agent', kind: 'vanilla' } as const;

interface CreateStepProps {
  readonly start: StartAgent;
  /** How the agent that is there is called; its id where nobody has said. */
  readonly name: string | undefined;
  readonly onMade: (agent: MadeAgent) => void;
}

/** The agent that is there, or the way to make one. */
export function CreateStep({
  start: { agentId, isWanted, problem },
  name,
  onMade,
}: CreateStepProps) {
  if (agentId !== undefined) return <AgentLink agentId={agentId} name={name ?? agentId} />;
  return (
    <>
      {problem !== null && <ProblemAlert problem={problem} />}
      {isWanted && <NewAgent onMade={onMade} />}
      {!isWanted && problem === null && (
        <Skeleton h={24} role="status" aria-label="The agent is being looked for" />
      )}
    </>
  );
}

function NewAgent({ onMade }: Pick<CreateStepProps, 'onMade'>) {
  const agent = useNewAgent(FIRST, onMade);
  if (useMay('agents:write')) return <NewAgentForm agent={agent} brief />;
  return (
    <Text size="sm">Your token may not make agents: it needs the permission agents:write.</Text>
  );
}

const AgentLink = ({ agentId, name }: { readonly agentId: string; readonly name: string }) => (
  <Text size="sm">
    <PageLink to="/agents/$agentId" params={{ agentId }}>
      <PlainText>{name}</PlainText>
    </PageLink>{' '}
    is there.
  </Text>
);
