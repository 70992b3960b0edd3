import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getAgentOptions } from '../api/generated/@tanstack/react-query.gen';
import { queries, READ_WHEN_SHOWN } from '../api/queries';
import { useLive } from '../live/live';

/** The counts of an agent are told by nobody, and are behind by so much anyway. Milliseconds. */
const COUNT_EVERY_MS = 30_000;
const ASK_EVERY_MS = 1000;

/** An agent with its counts: what the stream tells of it is shown at once. */
export function useAgent(agentId: string) {
  const options = getAgentOptions({ path: { agent_id: agentId } });
  const agent = useQuery({ ...options, ...READ_WHEN_SHOWN, refetchInterval: COUNT_EVERY_MS });
  const { refetch } = agent;
  const ask = useThrottledCallback(() => void refetch(), ASK_EVERY_MS);
  useLive({
    'agent.updated': (told) => {
      if (told.id !== agentId) return;
      queries.setQueryData(options.queryKey, (known) => known && { ...known, ...told });
      ask();
    },
    'agent.deleted': ({ id }) => {
      if (id === agentId) ask();
    },
    reset: ask,
  });
  return agent;
}
