import type { LogEvent } from '../event';

/** A dashboard session that somebody signed out of before its time was over. */
export interface EndedSession {
  readonly id: string;
  /** When it would have been over by itself. */
  readonly until: string;
}

/** What a token knows of the sessions that were begun with it; nothing of those that run. */
export interface TokenSessions {
  readonly ended_sessions?: readonly EndedSession[];
  /** Sessions that began until then are over, all of them. */
  readonly sessions_since?: string;
}

/** Not versioned: signing out hinders nobody who changes the token. */
export type TokenSessionEnded = LogEvent<
  'TokenSessionEnded',
  { readonly token_id: string; readonly session_id: string; readonly until: string }
>;

/** Sessions that are told apart; where more were ended before their time, all of before end. */
export const MOST_ENDED = 100;

/** Folds the end of a session. */
export function endSession<S extends TokenSessions>(state: S, event: TokenSessionEnded): S {
  const { session_id: id, until } = event.data;
  const ended = state.ended_sessions ?? [];
  if (ended.some((session) => session.id === id)) return state;
  const remembered = [...ended.filter((session) => session.until > event.time), { id, until }];
  if (remembered.length <= MOST_ENDED) return { ...state, ended_sessions: remembered };
  return { ...state, ended_sessions: [], sessions_since: event.time };
}

/** Whether somebody ended this session. @param begunAt RFC 3339, UTC, milliseconds */
export const isSessionEnded = (
  { ended_sessions, sessions_since }: TokenSessions,
  session: { readonly id: string; readonly begunAt: string },
): boolean =>
  (sessions_since !== undefined && session.begunAt <= sessions_since) ||
  (ended_sessions?.some(({ id }) => id === session.id) ?? false);
