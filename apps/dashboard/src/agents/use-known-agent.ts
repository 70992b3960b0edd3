import { useQuery } from '@tanstack/react-query';
import { getAgentOptions } from '../api/generated/@tanstack/react-query.gen';
import type { AgentInFullView } from '../api/generated/types.gen';
import { useMay } from '../session/session';

/** What an agent is called changes seldom, and many rows ask for the same one. */
const KEPT_MS = 300_000;

/**
 * What is known of an agent that others tell of, asked for once. Nothing where it may not be asked, or is no more.
 * @param agentId left out, nothing is asked
 */
export function useKnownAgent(agentId: string | undefined): AgentInFullView | undefined {
  const may = useMay('agents:read');
  const { data } = useQuery({
    ...getAgentOptions({ path: { agent_id: agentId ?? '' } }),
    ...{ enabled: may && agentId !== undefined, staleTime: KEPT_MS, retryOnMount: false },
  });
  return data;
}
