import { envelope, isoTime, type Origin, type TokenSessionEnded } from '@parapet/contracts';

/** Somebody signed out: the session works no more, wherever its cookie may be. @param session `until` in milliseconds since 1970 */
export const endSession = (
  session: { readonly id: string; readonly tokenId: string; readonly until: number },
  origin: Origin,
): TokenSessionEnded => ({
  ...envelope('TokenSessionEnded', origin),
  data: { token_id: session.tokenId, session_id: session.id, until: isoTime(session.until) },
});
