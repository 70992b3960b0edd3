import { useQuery } from '@tanstack/react-query';
import { listEventsOptions, listIssuesOptions } from '../api/generated/@tanstack/react-query.gen';
import type { IssueView, ListedEvent } from '../api/generated/types.gen';
import { useLive } from '../live/live';
import { useMay } from '../session/session';

/** The stream tells sooner; this is for what it does not tell. Milliseconds. */
const LOOK_EVERY_MS = 3000;

/** What an agent sent last, asked for until there is something. No agent yet, or not allowed: nothing is asked. */
export function useFirstEvent(agentId: string | undefined): ListedEvent | undefined {
  const may = useMay('events:read');
  const isAsked = agentId !== undefined && may;
  const { data, refetch } = useQuery({
    ...listEventsOptions({ query: { agent_id: agentId, limit: 1 } }),
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data?.data.length ? false : LOOK_EVERY_MS),
  });
  const event = isAsked ? data?.data[0] : undefined;
  useLive({
    'agent.updated': ({ id }) => {
      if (isAsked && id === agentId && !event) void refetch();
    },
  });
  return event;
}

/** The issue about an agent that was made last, asked for until there is one, once the agent has sent something. */
export function useFirstIssue(
  agentId: string | undefined,
  hasSent: boolean,
): IssueView | undefined {
  const may = useMay('issues:read');
  const isAsked = agentId !== undefined && hasSent && may;
  const { data, refetch } = useQuery({
    ...listIssuesOptions({ query: { agent_id: agentId, limit: 1 } }),
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data?.data.length ? false : LOOK_EVERY_MS),
  });
  useLive({
    'issue.created': ({ agent_id }) => {
      if (isAsked && agent_id === agentId) void refetch();
    },
  });
  return isAsked ? data?.data[0] : undefined;
}
