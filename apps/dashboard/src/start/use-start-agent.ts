import { useQuery } from '@tanstack/react-query';
import { getAgentOptions } from '../api/generated/@tanstack/react-query.gen';
import { isMissing } from '../api/problem';
import { useLive } from '../live/live';
import { useMay } from '../session/session';

/** What is known of the agent that the address names. */
export interface StartAgent {
  /** Undefined while nobody has said that it is there, and where none is named. */
  readonly agentId: string | undefined;
  /** Whether another is to be made: none is named, or that one is no more. */
  readonly isWanted: boolean;
  /** Why nobody can say whether it is there, or that it is not; null for nothing. */
  readonly problem: unknown;
}

/**
 * Whether an agent is there; who may not see agents has to believe the address.
 * @param said its id, as the address says it
 * @param isMade whether it was made on this page
 */
export function useStartAgent(said: string | undefined, isMade: boolean): StartAgent {
  const may = useMay('agents:read');
  const isAsked = said !== undefined && may;
  const { isSuccess, error, refetch } = useQuery({
    ...getAgentOptions({ path: { agent_id: said ?? '' } }),
    enabled: isAsked,
  });
  useLive({
    'agent.deleted': ({ id }) => {
      if (isAsked && id === said) void refetch();
    },
  });
  if (said === undefined) return { agentId: undefined, isWanted: true, problem: null };
  if (isMissing(error)) return { agentId: undefined, isWanted: true, problem: error };
  const isThere = !may || isMade || isSuccess;
  return { agentId: isThere ? said : undefined, isWanted: false, problem: isThere ? null : error };
}
