import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { byCursor, PAGE_SIZE } from '../api/by-cursor';
import {
  listEventsInfiniteOptions,
  summariseEventsOptions,
} from '../api/generated/@tanstack/react-query.gen';
import type { EventsSearch } from './events.search';

/** The events that the filters let through, page by page. */
export function useEvents(search: EventsSearch) {
  const options = listEventsInfiniteOptions({ query: { ...search, limit: PAGE_SIZE } });
  const kept = { placeholderData: keepPreviousData, refetchOnWindowFocus: false };
  return useInfiniteQuery({ ...options, ...byCursor, ...kept });
}

/** How many they are, and when: in the last hour, unless the filters say since when. */
export function useEventCounts(search: EventsSearch) {
  const options = summariseEventsOptions({ query: { ...search } });
  return useQuery({ ...options, placeholderData: keepPreviousData, refetchOnWindowFocus: false });
}
