import { notifications } from '@mantine/notifications';
import { type Query, queryOptions, useQuery } from '@tanstack/react-query';
import { getSession } from '../api/generated/sdk.gen';
import type { SessionView } from '../api/generated/types.gen';
import { ApiProblem } from '../api/problem';
import { queries, SESSION_KEY } from '../api/queries';

export type Permission = SessionView['token']['permissions'][number];

/**
 * Whose session this is; null when nobody is signed in. Where one has ended since, the answer is the problem: whose it was stays
 * known, for what they have written is still shown.
 */
export const sessionOptions = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ client }): Promise<SessionView | null> => {
    try {
      return knowSession((await getSession({ throwOnError: true })).data);
    } catch (error) {
      const known = client.getQueryData<SessionView | null>(SESSION_KEY);
      if (error instanceof ApiProblem && error.isSignedOut && !known) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/**
 * What is known of a session from now on. What somebody else has read or was told in this browser is kept no longer, and what of it
 * is shown is asked for anew; what is written stays, but on a page of what they may not read: that is shown no more, with all on it.
 */
export function knowSession(session: SessionView): SessionView {
  const known = queries.getQueryData<SessionView | null>(SESSION_KEY);
  queries.setQueryData(SESSION_KEY, session);
  if (!known || known.token.id === session.token.id) return session;
  const predicate = ({ queryKey }: Query): boolean => queryKey[0] !== SESSION_KEY[0];
  queries.removeQueries({ type: 'inactive', predicate });
  void queries.invalidateQueries({ predicate });
  notifications.clean();
  return session;
}

/** Whose session it is now, whatever was known before; null for nobody, and where nobody can say. */
export const sessionNow = (): Promise<SessionView | null> =>
  getSession({ throwOnError: true }).then(
    ({ data }) => data,
    () => null,
  );

/** Says later whether the session is still that of the same token. */
export function stillTheirs(): () => boolean {
  const idNow = (): string | undefined => queries.getQueryData(sessionOptions.queryKey)?.token.id;
  const id = idNow();
  return () => idNow() === id;
}

/** Whether the session's token holds a permission: what it may not do is not offered. */
export function useMay(permission: Permission): boolean {
  const { data } = useQuery(sessionOptions);
  return holds(data, permission);
}

/** The same where no component is. */
export const may = (permission: Permission): boolean =>
  holds(queries.getQueryData(sessionOptions.queryKey), permission);

function holds(session: SessionView | null | undefined, permission: Permission): boolean {
  const held = session?.token.permissions ?? [];
  return held.includes(permission) || held.includes('admin');
}

/** Nothing of a session is kept once it has ended. */
export function forgetSession(): void {
  queries.clear();
  queries.setQueryData(sessionOptions.queryKey, null);
  notifications.clean();
}
