import { createHmac } from 'node:crypto';
import { tokenFrom } from '@parapet/chassis';
import type { IdPrefix } from '@parapet/contracts';

/** A request that can be repeated: who asks, where, and with which `Idempotency-Key`. */
export interface KeyedRequest {
  /** Id of the caller's token. */
  readonly caller: string;
  readonly route: 'POST /v1/agents' | 'POST /v1/policies';
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

/** The agent token that this request always makes. */
export const derivedTokenOf = (subkey: Buffer, request: KeyedRequest): string =>
  tokenFrom('agent', derive(subkey, 'token', request));
