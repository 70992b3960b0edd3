import type { Clock } from '@parapet/chassis';
import { eventId, isoTime, type Origin } from '@parapet/contracts';

/** The origin of a fact that the notifier makes by itself, now. */
export const ownFact = (clock: Clock, cause: string | null): Origin => ({
  id: eventId(),
  time: isoTime(clock.now()),
  actor: 'notifier',
  cause,
});
