import { hash, randomBytes, randomUUID } from 'node:crypto';

/** The prefixes of public ids. */
export const ID_PREFIXES = [
  'issue',
  'policy',
  'agent',
  'event',
  'token',
  'webhook',
  'delivery',
  'session',
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

/** A random id, `<prefix>_` + 22 URL-safe characters (132 bits). Only called at the edge: decisions get ids as arguments. */
export const randomId = (prefix: IdPrefix): string =>
  `${prefix}_${randomBytes(17).toString('base64url').slice(0, 22)}`;

/** The id of a fact in the log: 128 random bits. */
export const eventId = (): string => randomUUID();

/**
 * Base64url SHA-256 over the parts, unambiguous: each part is preceded by its length.
 * 43 characters unless cut.
 */
export function digest(parts: readonly string[], length = 43): string {
  let text = '';
  for (const part of parts) text += `${Buffer.byteLength(part)}:${part};`;
  return hash('sha256', text, 'base64url').slice(0, length);
}

/** An id that the same parts always give: `<prefix>_` + 27 characters (162 bits). */
export const derivedId = (prefix: IdPrefix, parts: readonly string[]): string =>
  `${prefix}_${digest(parts, 27)}`;
