import { type Activity, EMPTY_TALLY } from '@parapet/contracts';

/** How long an agent has been heard without a pause. Times in milliseconds since 1970. */
export interface Hearing {
  readonly since: number;
  readonly last: number;
  /** Observations that it had sent at the beginning, and by now. */
  readonly sentBefore: number;
  readonly sent: number;
}

/** What is known of an agent's activity after a fact, and what was known before. */
interface Heard {
  readonly now: Activity;
  readonly was: Activity | undefined;
}

const sentBy = ({ tally = EMPTY_TALLY }: Activity): number => tally.accepted + tally.duplicate;

/**
 * What is known of an agent's hearing after a change of its activity. Depends on nothing but the facts in their order, so that every
 * process knows the same.
 * @param pauseMs a pause longer than this begins a new hearing, and so does a time before it began: a clock was ahead then.
 */
export function hearAgent(known: Hearing | undefined, heard: Heard, pauseMs: number): Hearing {
  const last = Date.parse(heard.now.last_seen);
  const sent = sentBy(heard.now);
  const goesOn = known && last >= known.since && last - known.last <= pauseMs;
  if (!goesOn) return { since: last, last, sentBefore: sent, sent };
  const sentBefore = known.sentBefore + (isSighting(heard) ? 0 : sent - known.sent);
  return { ...known, last, sentBefore, sent };
}

/** What was carried on may tell of what was sent before anybody here read of it. */
const isSighting = ({ now, was }: Heard): boolean => now.sightings === (was?.sightings ?? 0) + 1;
