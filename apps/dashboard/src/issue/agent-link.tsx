import { useQuery } from '@tanstack/react-query';
import { getAgentOptions } from '../api/generated/@tanstack/react-query.gen';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { useMay } from '../session/session';

interface AgentLinkProps {
  readonly agentId: string;
  /** How it is called where it may not be asked, or is no more. */
  readonly known: string;
}

/** The agent by its name, leading to its page. */
export function AgentLink({ agentId, known }: AgentLinkProps) {
  const may = useMay('agents:read');
  const asked = getAgentOptions({ path: { agent_id: agentId } });
  const { data: agent } = useQuery({ ...asked, enabled: may });
  const name = <PlainText>{agent?.hostname ?? known}</PlainText>;
  if (!agent) return <b>{name}</b>;
  return (
    <PageLink to="/agents/$agentId" params={{ agentId }}>
      {name}
    </PageLink>
  );
}
