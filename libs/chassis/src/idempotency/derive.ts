import { createHmac } from 'node:crypto';
import { canonicalJson, type IdPrefix } from '@parapet/contracts';
import { tokenFrom, type TokenKind } from '../auth/token-format';

/** A request that can be repeated: who asks, where, and with which `Idempotency-Key`. */
export interface KeyedRequest {
  /** Id of the caller's token. */
  readonly caller: string;
  readonly route: 'POST /v1/agents' | 'POST /v1/policies' | 'POST /v1/tokens' | 'POST /v1/webhooks';
  readonly key: string;
}

/** What nobody can know without the subkey; each part is preceded by its length, so that no two requests say the same. */
function derive(subkey: Buffer, purpose: string, { caller, route, key }: KeyedRequest): Buffer {
  const mac = createHmac('sha512', subkey);
  for (const part of [purpose, caller, route, key])
    mac.update(`${Buffer.byteLength(part)}:${part};`);
  return mac.digest();
}

/** The id that this request always makes: `<prefix>_` + 22 URL-safe characters (132 bits). */
export const derivedIdOf = (subkey: Buffer, prefix: IdPrefix, request: KeyedRequest): string =>
  `${prefix}_${derive(subkey, 'id', request).toString('base64url').slice(0, 22)}`;

/** The token that this request always makes. */
export const derivedTokenOf = (subkey: Buffer, kind: TokenKind, request: KeyedRequest): string =>
  tokenFrom(kind, derive(subkey, 'token', request));

/** The 32 secret bytes that this request always makes. */
export const derivedSecretOf = (subkey: Buffer, request: KeyedRequest): Buffer =>
  derive(subkey, 'secret', request).subarray(0, 32);

/** What stands for a part of the request that nobody may guess by its digest, which lies in the log: the same for the same alone. */
export const hiddenBy = (subkey: Buffer, request: KeyedRequest, part: unknown): string =>
  createHmac('sha256', derive(subkey, 'hidden', request))
    .update(canonicalJson(part))
    .digest('base64url');
