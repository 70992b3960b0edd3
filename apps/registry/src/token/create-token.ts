import {
  envelope,
  type Origin,
  type Token,
  type TokenCreated,
  type TokenRevoked,
} from '@parapet/contracts';
import type { TokenDescription } from './check-token';

/** What is made at the door of a new user token. */
interface FreshToken {
  readonly id: string;
  readonly digest: string;
  readonly origin: Token['origin'];
  /** Of a request with an `Idempotency-Key`. */
  readonly requestDigest?: string;
}

/** A new user token; only its digest is kept. */
export const createToken = (
  fresh: FreshToken,
  description: TokenDescription,
  origin: Origin,
): TokenCreated => ({
  ...envelope('TokenCreated', origin),
  data: {
    token_id: fresh.id,
    version: 1,
    ...description,
    digest: fresh.digest,
    origin: fresh.origin,
    ...(fresh.requestDigest !== undefined && { request_digest: fresh.requestDigest }),
  },
});

/** The token works no more, and never again. */
export const revokeToken = (
  token: Pick<Token, 'id' | 'version'>,
  origin: Origin,
): TokenRevoked => ({
  ...envelope('TokenRevoked', origin),
  data: { token_id: token.id, version: token.version + 1 },
});
