import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { byCursor, PAGE_SIZE } from '../api/by-cursor';
import {
  listAgentsInfiniteOptions,
  summariseAgentsOptions,
} from '../api/generated/@tanstack/react-query.gen';
import type { AgentView } from '../api/generated/types.gen';
import { READ_WHEN_SHOWN } from '../api/queries';
import { useLive } from '../live/live';
import { useListNews } from '../live/use-list-news';
import { type AgentsSearch, lets } from './agents.search';

const COUNT_EVERY_MS = 1000;
/** That an agent was seen once more is told by nobody: it is read again so often, a long list the more seldom the longer it is. */
const SEEN_EVERY_MS = 60_000;

/** The agents that the filters let through, page by page, and kept up to date by the stream. */
export function useAgents(search: AgentsSearch) {
  const options = listAgentsInfiniteOptions({ query: { ...search, limit: PAGE_SIZE } });
  const list = useInfiniteQuery({
    ...options,
    ...byCursor,
    ...{ placeholderData: keepPreviousData, refetchOnMount: 'always', refetchOnWindowFocus: false },
    refetchInterval: ({ state: { data } }) => SEEN_EVERY_MS * (data?.pages.length ?? 1),
  });
  const { hear, forget, readAgain } = useListNews<AgentView>(
    options.queryKey,
    list.isFetching,
    (agent) => lets(search, agent),
  );
  useLive({ 'agent.updated': hear, 'agent.deleted': ({ id }) => forget(id), reset: readAgain });
  return list;
}

/** The counts of the whole fleet, at most a second old while something happens. */
export function useFleet() {
  const summary = useQuery({ ...summariseAgentsOptions(), ...READ_WHEN_SHOWN });
  const { refetch } = summary;
  const count = useThrottledCallback(() => void refetch(), COUNT_EVERY_MS);
  useLive({ 'agent.updated': count, 'agent.deleted': count, reset: count });
  return summary;
}
