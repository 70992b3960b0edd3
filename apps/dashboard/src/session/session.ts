import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSession } from '../api/generated/sdk.gen';
import type { SessionView } from '../api/generated/types.gen';
import { ApiProblem } from '../api/problem';
import { queries } from '../api/queries';

export type Permission = SessionView['token']['permissions'][number];

/** Whose session this is; null when nobody is signed in. */
export const sessionOptions = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SessionView | null> => {
    try {
      return (await getSession({ throwOnError: true })).data;
    } catch (error) {
      if (error instanceof ApiProblem && error.isSignedOut) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** Whether the session's token holds a permission: what it may not do is not offered. */
export function useMay(permission: Permission): boolean {
  const { data } = useQuery(sessionOptions);
  const held = data?.token.permissions ?? [];
  return held.includes(permission) || held.includes('admin');
}

/** Nothing of a session is kept once it has ended. */
export function forgetSession(): void {
  queries.clear();
  queries.setQueryData(sessionOptions.queryKey, null);
}
