import { useKnownAgent } from '../agents/use-known-agent';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';

interface AgentLinkProps {
  readonly agentId: string;
  /** How it is called where it may not be asked, or is no more. */
  readonly known: string;
}

/** The agent by its name, leading to its page. */
export function AgentLink({ agentId, known }: AgentLinkProps) {
  const agent = useKnownAgent(agentId);
  const name = <PlainText>{agent?.hostname ?? known}</PlainText>;
  if (!agent) return <b>{name}</b>;
  return (
    <PageLink to="/agents/$agentId" params={{ agentId }}>
      {name}
    </PageLink>
  );
}
