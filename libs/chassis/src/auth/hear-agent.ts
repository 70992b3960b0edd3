import { type Agent, EMPTY_TALLY, wasSeen } from '@parapet/contracts';

/** How long an agent has been heard without a pause. Times in milliseconds since 1970. */
export interface Hearing {
  readonly since: number;
  readonly last: number;
  /** Observations that it had sent at the beginning, and by now. */
  readonly sentBefore: number;
  readonly sent: number;
}

const sentBy = ({ tally = EMPTY_TALLY }: Agent): number => tally.accepted + tally.duplicate;

/**
 * What is known of an agent's hearing after a change of it; undefined while it was never heard. Depends on nothing but the facts in
 * their order, so that every process knows the same.
 * @param pauseMs a pause longer than this begins a new hearing, and so does a time before it began: a clock was ahead then.
 */
export function hearAgent(
  known: Hearing | undefined,
  agent: Agent,
  pauseMs: number,
): Hearing | undefined {
  if (!wasSeen(agent)) return known;
  const last = Date.parse(agent.last_seen);
  const sent = sentBy(agent);
  const goesOn = known && last >= known.since && last - known.last <= pauseMs;
  if (goesOn) return { ...known, last, sent };
  return { since: last, last, sentBefore: sent, sent };
}
