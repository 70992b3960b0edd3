import { compare } from '../compare';
import type { LogEvent } from '../event';

/** A dashboard session that somebody signed out of before its time was over. */
export interface EndedSession {
  readonly id: string;
  /** By the clock of whoever let it begin, or later. */
  readonly begun_at: string;
}

/** What a token knows of the sessions that were begun with it; nothing of those that run. */
export interface TokenSessions {
  /** Those that began last, in the order in which they began, at most 100. */
  readonly ended_sessions?: readonly EndedSession[];
  /** Sessions that began until then are over, all of them. */
  readonly sessions_since?: string;
}

/** Not versioned: signing out hinders nobody who changes the token. */
export type TokenSessionEnded = LogEvent<
  'TokenSessionEnded',
  {
    readonly token_id: string;
    readonly session_id: string;
    readonly until: string;
    /** Facts of before lack it. */
    readonly begun_at?: string;
  }
>;

/** Sessions that are told apart; of more, all that began before these are over. */
export const MOST_ENDED = 100;

/**
 * Folds the end of a session. By no clock but the one that the session itself says it began by: that of whoever records its end may be
 * behind it, and what was ended would be forgotten.
 */
export function endSession<S extends TokenSessions>(state: S, event: TokenSessionEnded): S {
  const { session_id: id, begun_at = event.time } = event.data;
  const ended = state.ended_sessions ?? [];
  if (ended.some((session) => session.id === id)) return state;
  const all = [...ended, { id, begun_at }].sort((a, b) => compare(a.begun_at, b.begun_at));
  if (all.length <= MOST_ENDED) return { ...state, ended_sessions: all };
  const [first, ...rest] = all;
  const sessions_since = later(state.sessions_since ?? '', first?.begun_at ?? '');
  return { ...state, ended_sessions: rest, sessions_since };
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** Whether somebody ended this session. @param begunAt RFC 3339, UTC, milliseconds */
export const isSessionEnded = (
  { ended_sessions, sessions_since }: TokenSessions,
  session: { readonly id: string; readonly begunAt: string },
): boolean =>
  (sessions_since !== undefined && session.begunAt <= sessions_since) ||
  (ended_sessions?.some(({ id }) => id === session.id) ?? false);
