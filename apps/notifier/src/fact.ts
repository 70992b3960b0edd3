import type { Clock, UserCaller } from '@parapet/chassis';
import { eventId, type EventMeta, isoTime } from '@parapet/contracts';

/** What a decision is given of the world around it, so that it stays pure. */
export interface Origin {
  /** Id of the fact that will be made. */
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly time: string;
  /** Id of the token of whoever asks, or `notifier`. */
  readonly actor: string;
  /** What led to it; null when a person began it. */
  readonly cause: string | null;
}

/** The origin of a fact that a person asked for, now. */
export const askedBy = (caller: UserCaller, clock: Clock): Origin => ({
  id: eventId(),
  time: isoTime(clock.now()),
  actor: caller.tokenId,
  cause: null,
});

/** The origin of a fact that the notifier makes by itself, now. */
export const ownFact = (clock: Clock, cause: string | null): Origin => ({
  id: eventId(),
  time: isoTime(clock.now()),
  actor: 'notifier',
  cause,
});

/** The envelope of a fact in its first schema version. */
export const envelope = <T extends string>(
  type: T,
  { id, time, actor, cause }: Origin,
): EventMeta & { readonly type: T } => ({ id, type, schema: 1, time, actor, cause });
