import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { byCursor, PAGE_SIZE } from '../api/by-cursor';
import {
  listAgentsInfiniteOptions,
  summariseAgentsOptions,
} from '../api/generated/@tanstack/react-query.gen';
import { useLive } from '../live/live';
import type { AgentsSearch } from './agents.search';

const COUNT_EVERY_MS = 1000;

/** The agents that the filters let through, page by page. */
export function useAgents(search: AgentsSearch) {
  const options = listAgentsInfiniteOptions({ query: { ...search, limit: PAGE_SIZE } });
  return useInfiniteQuery({ ...options, ...byCursor, placeholderData: keepPreviousData });
}

/** The counts of the whole fleet, at most a second old while something happens. */
export function useFleet() {
  const summary = useQuery(summariseAgentsOptions());
  const { refetch } = summary;
  const count = useThrottledCallback(() => void refetch(), COUNT_EVERY_MS);
  useLive({ 'agent.updated': count, 'agent.deleted': count, reset: count });
  return summary;
}
