import { derivedId, digest, type Origin, type Token, type TokenEvent } from '@parapet/contracts';
import { createToken, revokeToken } from './create-token';

const ACTOR = 'registry';

const factId = (what: string, tokenId: string): string => digest([what, tokenId], 22);

/** Processes that start together make the same facts: the version rule lets one of each count. */
const origin = (what: string, tokenId: string, time: string): Origin => ({
  id: factId(what, tokenId),
  time,
  actor: ACTOR,
  cause: null,
});

const isOfEnvironment = ({ origin }: Token): boolean => origin === 'environment';

/**
 * Whether a person revoked the token of this text, which is for ever, however it came to be: also the first token of the house, or one
 * that a person made; and that of ADMIN_TOKEN also where one of these has its text and lives. The house revokes that of ADMIN_TOKEN when
 * another one is set, and takes it back when it is set again. A version before this one took back what a person had revoked, too: what
 * lives is not revoked.
 */
export function isRevokedByHand(known: readonly Token[], adminDigest: string): boolean {
  const generations = known.filter((token) => token.digest === adminDigest);
  const lives = generations.some((token) => isOfEnvironment(token) && token.revoked_at === null);
  const byHand = ({ id, made_by }: Token) => made_by.at(-1) !== factId('TokenRevoked', id);
  return !lives && generations.some((token) => token.revoked_at !== null && byHand(token));
}

/**
 * The facts that make the token of ADMIN_TOKEN the only one that comes from the environment: created when it is missing and nobody
 * revoked it, any other revoked. What was revoked stays revoked; the same text set again is a new generation with a new id.
 * @param known all tokens, revoked ones included
 * @param adminDigest SHA-256 of ADMIN_TOKEN
 */
export function tokensOfEnvironment(
  known: readonly Token[],
  adminDigest: string,
  time: string,
): readonly TokenEvent[] {
  const ours = known.filter(isOfEnvironment);
  const live = ours.filter((token) => token.revoked_at === null);
  const facts: TokenEvent[] = live
    .filter((token) => token.digest !== adminDigest)
    .map((token) => revokeToken(token, origin('TokenRevoked', token.id, time)));
  if (live.some((token) => token.digest === adminDigest)) return facts;
  if (isRevokedByHand(known, adminDigest)) return facts;
  const generation = ours.filter((token) => token.digest === adminDigest).length;
  const id = derivedId('token', ['environment', adminDigest, String(generation)]);
  const created = createToken(
    { id, digest: adminDigest, origin: 'environment' },
    { name: 'ADMIN_TOKEN', permissions: ['admin'], expires_at: null },
    origin('TokenCreated', id, time),
  );
  return [created, ...facts];
}

/** The fact that makes the first token of a house that has none at all; null when there has ever been one. */
export function firstToken(
  known: readonly Token[],
  fresh: { readonly id: string; readonly digest: string },
  time: string,
): TokenEvent | null {
  if (known.length > 0) return null;
  return createToken(
    { ...fresh, origin: 'bootstrap' },
    { name: 'First admin token', permissions: ['admin'], expires_at: null },
    origin('TokenCreated', fresh.id, time),
  );
}
