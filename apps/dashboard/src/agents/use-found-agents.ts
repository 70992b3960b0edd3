import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listAgentsOptions } from '../api/generated/@tanstack/react-query.gen';

/** After the last stroke, in milliseconds: long enough not to ask in the middle of a word. */
const PAUSE_MS = 300;
/** A fleet may be large: who is not among these is found by more of its name. */
const FEW = 20;

/** The newest agents with a text in their name, hostname or id; any where there is none. Asked for while somebody looks. */
export function useFoundAgents(written: string, isLookedAt: boolean) {
  const [search] = useDebouncedValue(written.trim(), PAUSE_MS);
  const { data, isFetching } = useQuery({
    ...listAgentsOptions({ query: { limit: FEW, ...(search && { search }) } }),
    ...{ enabled: isLookedAt, placeholderData: keepPreviousData },
  });
  return { found: data?.data ?? [], isSearching: isFetching || search !== written.trim() };
}
