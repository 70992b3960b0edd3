import { lastMillisecondOf } from '@parapet/chassis';
import {
  allows,
  isLonger,
  isoTime,
  nanoseconds,
  type Permission,
  PERMISSIONS,
  Problem,
  type Token,
} from '@parapet/contracts';

/** What a person says of a new token. */
export interface TokenDescription {
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** RFC 3339, UTC, milliseconds; null: for ever. */
  readonly expires_at: string | null;
}

/** Who asks for a token: none that is made can do more, or lasts longer. */
type Maker = Pick<Token, 'permissions' | 'expires_at'>;

type Body = Readonly<Record<string, unknown>>;

const refuse = (sentence: string): Problem => new Problem('bad_request', sentence);

/**
 * Makes a description of what was sent. Permissions that are left out are the maker's own, and so is the end; nobody can give more
 * than they hold, nor for longer. Properties that are not known are ignored. Whether its end lies ahead is for `checkAhead`.
 * @throws Problem `bad_request`; `forbidden` naming the permission that the maker lacks, or when their own token expires
 */
export function checkToken(sent: unknown, maker: Maker): TokenDescription {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw refuse('The body must be a JSON object with a name');
  const body: Body = { ...sent };
  return {
    name: nameOf(body['name']),
    permissions: permissionsOf(body['permissions'], maker.permissions),
    expires_at: endOf(body['expires_at'], maker.expires_at),
  };
}

function nameOf(name: unknown): string {
  if (typeof name !== 'string' || name.trim() === '' || isLonger(name, 200))
    throw refuse('name is required: a text of 1 to 200 characters');
  return name;
}

function permissionsOf(sent: unknown, held: readonly Permission[]): readonly Permission[] {
  if (sent === undefined || sent === null) return held;
  if (!Array.isArray(sent) || sent.length === 0)
    throw refuse('permissions must be a list of at least one; leave it out for your own');
  const asked = PERMISSIONS.filter((permission) => sent.includes(permission));
  if (sent.some((word) => !asked.some((permission) => permission === word)))
    throw refuse(`permissions may be ${PERMISSIONS.join(', ')}`);
  const lacking = lackingOf(asked, held);
  if (lacking === undefined) return asked;
  throw new Problem(
    'forbidden',
    `You cannot give the permission ${lacking}, because your token does not hold it`,
    `give some of ${held.join(', ')}`,
  );
}

const lackingOf = (
  wanted: readonly Permission[],
  held: readonly Permission[],
): Permission | undefined => wanted.find((permission) => !allows(held, permission));

/** @param now milliseconds since 1970 @throws Problem `bad_request` for a token that would have ended */
export function checkAhead(
  { expires_at }: Pick<TokenDescription, 'expires_at'>,
  now: number,
): void {
  if (expires_at !== null && expires_at <= isoTime(now))
    throw refuse('expires_at must be in the future');
}

/**
 * Nobody takes away more than they could give: else whoever makes tokens for others could lock the administrators out.
 * @param held permissions of the caller
 * @throws Problem `forbidden` naming a permission of the token that the caller lacks
 */
export function checkRevocation(
  { permissions }: Pick<TokenDescription, 'permissions'>,
  held: readonly Permission[],
): void {
  const lacking = lackingOf(permissions, held);
  if (lacking === undefined) return;
  throw new Problem(
    'forbidden',
    `You cannot revoke a token with the permission ${lacking}, because your token does not hold it`,
    'ask somebody whose token holds all that this one does, or admin',
  );
}

/** @param last when the maker's own token expires; null: never */
function endOf(sent: unknown, last: string | null): string | null {
  if (sent === undefined) return last;
  const end = expiryOf(sent);
  if (last === null || (end !== null && end <= last)) return end;
  throw new Problem(
    'forbidden',
    `You cannot make a token that outlives your own, which expires at ${last}`,
    'leave expires_at out for the same end, or make it with a token that lasts longer',
  );
}

function expiryOf(sent: unknown): string | null {
  if (sent === null) return null;
  const at = typeof sent === 'string' ? nanoseconds(sent) : null;
  if (at === null)
    throw refuse('expires_at must be an RFC 3339 timestamp with zone, or null for never');
  return lastMillisecondOf(at);
}
