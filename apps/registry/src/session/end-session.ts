import type { Session } from '@parapet/chassis';
import { envelope, isoTime, type Origin, type TokenSessionEnded } from '@parapet/contracts';

/** Somebody signed out: the session works no more, wherever its cookie may be. @param session times in milliseconds since 1970 */
export const endSession = (
  { id, tokenId, begunAt, until }: Session,
  origin: Origin,
): TokenSessionEnded => ({
  ...envelope('TokenSessionEnded', origin),
  data: {
    token_id: tokenId,
    session_id: id,
    until: isoTime(until),
    begun_at: isoTime(begunAt),
  },
});
