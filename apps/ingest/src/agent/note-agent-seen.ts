import type { Agent } from '@parapet/contracts';

/** What an agent may say of itself. */
export interface Said {
  readonly version?: string;
  readonly hostname?: string;
}

/** What is remembered of an agent; times in milliseconds since 1970. */
export interface Sight extends Said {
  /** The last time for which a fact was recorded. */
  readonly recordedAt: number;
  readonly seenAt: number;
}

/** What the facts recorded so far say of an agent. One that was never seen was never recorded: its first sighting is due. */
export function sightOf(agent: Agent): Sight {
  const at = agent.last_seen === agent.created_at ? 0 : Date.parse(agent.last_seen);
  return {
    recordedAt: at,
    seenAt: at,
    ...(agent.reported_version !== undefined && { version: agent.reported_version }),
    ...(agent.reported_hostname !== undefined && { hostname: agent.reported_hostname }),
  };
}

/** Whether a time lies so far ahead of now that the clock must have been set back since. Milliseconds. */
export const isAhead = (at: number, now: number, periodMs: number): boolean => at > now + periodMs;

/**
 * Decides whether a sighting is recorded now: at most one fact per agent and period, except that a new version or hostname
 * is recorded at once, and so is what is seen after a clock was set back. What is not recorded now is due `periodMs` after the last fact (`isPending`).
 * @returns the sight as it is then, and what the fact says besides the time; null when none is recorded now.
 */
export function noteAgentSeen(
  known: Sight,
  seen: { readonly at: number; readonly said: Said },
  periodMs: number,
): { readonly sight: Sight; readonly fact: Said | null } {
  const { at, said } = seen;
  const news = newsIn(said, known);
  const setBack = isAhead(known.recordedAt, at, periodMs);
  const sight = { ...known, ...said, seenAt: setBack ? at : Math.max(at, known.seenAt) };
  const due = setBack || at - known.recordedAt >= periodMs || Object.keys(news).length > 0;
  return due ? { sight: { ...sight, recordedAt: at }, fact: news } : { sight, fact: null };
}

const newsIn = (said: Said, known: Sight): Said => ({
  ...(said.version !== undefined && said.version !== known.version && { version: said.version }),
  ...(said.hostname !== undefined &&
    said.hostname !== known.hostname && { hostname: said.hostname }),
});

/** Whether a sighting waits that no fact tells of yet. */
export const isPending = (sight: Sight): boolean => sight.seenAt > sight.recordedAt;
