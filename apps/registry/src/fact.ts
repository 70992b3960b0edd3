import { type Clock, type UserCaller } from '@parapet/chassis';
import { eventId, type EventMeta, isoTime } from '@parapet/contracts';

/** What a decision is given of the world around it, so that it stays pure. */
export interface Origin {
  /** Id of the fact that will be made. */
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly time: string;
  /** Id of the token of whoever asks. */
  readonly actor: string;
}

/** The origin of a fact that a person asked for, now. Not pure: called by controllers only. */
export const askedBy = (caller: UserCaller, clock: Clock): Origin => ({
  id: eventId(),
  time: isoTime(clock.now()),
  actor: caller.tokenId,
});

/** The envelope of a fact in its first schema version, that nothing but its actor led to. */
export const envelope = <T extends string>(
  type: T,
  { id, time, actor }: Origin,
): EventMeta & { readonly type: T } => ({ id, type, schema: 1, time, actor, cause: null });
