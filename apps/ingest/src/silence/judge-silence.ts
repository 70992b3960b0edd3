import type { Hearing } from '@parapet/chassis';
import { type AgentSilence, isoTime } from '@parapet/contracts';

/** An agent was heard regularly when it was heard for so many times the pause that makes a silence. */
const STEADY = 4;
const MINUTE = 60_000;

/** A moment at which the house looks. Times in milliseconds since 1970. */
export interface Moment {
  readonly now: number;
  /** Since when the house has been well without a break: before, it might not have heard the agent. */
  readonly wellSince: number;
}

/** After which pause an agent is silent, and for how long that is news. Milliseconds. */
export interface SilenceRule {
  readonly afterMs: number;
  readonly newsMs: number;
}

/**
 * The silence of an agent: it was heard regularly, and then not for `afterMs` during all of which the house was well. Null when it is
 * not silent.
 */
export function judgeSilence(
  { since, last, sentBefore, sent }: Hearing,
  { now, wellSince }: Moment,
  { afterMs, newsMs }: SilenceRule,
): AgentSilence | null {
  const heardMs = last - since;
  if (heardMs < STEADY * afterMs) return null;
  if (now - Math.max(last, wellSince) < afterMs || now - last >= newsMs) return null;
  return {
    last_seen: isoTime(last),
    heard_since: isoTime(since),
    per_minute: Math.round(((sent - sentBefore) * 10 * MINUTE) / heardMs) / 10,
  };
}
