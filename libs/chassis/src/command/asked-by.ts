import { eventId, isoTime, type Origin } from '@parapet/contracts';
import type { UserCaller } from '../http/caller';
import type { Clock } from '../process/clock';

/** The origin of a fact that a person asked for, now. */
export const askedBy = (caller: UserCaller, clock: Clock): Origin => ({
  id: eventId(),
  time: isoTime(clock.now()),
  actor: caller.tokenId,
  cause: null,
});
