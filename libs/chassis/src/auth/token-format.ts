import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type TokenKind = 'user' | 'agent';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = { user: 'pp_u_', agent: 'pp_a_' } as const satisfies Record<TokenKind, string>;
const SHAPE = /^pp_[ua]_[0-9A-Za-z]{38}$/;
const RANDOM = 32;

/** CRC-32 of the text as six base62 characters. */
function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i += 1) {
    out = ALPHABET.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/** A new token: `pp_u_` or `pp_a_`, 32 random base62 characters (190 bits), 6 characters of checksum over all before. */
export function makeToken(kind: TokenKind): string {
  const random = Array.from({ length: RANDOM }, () => ALPHABET.charAt(randomInt(62))).join('');
  const body = PREFIX[kind] + random;
  return body + checksum(body);
}

/** The kind of a token whose form and checksum are right, else null: such a token needs no look-up. */
export function wellFormed(token: string): TokenKind | null {
  if (!SHAPE.test(token)) return null;
  const end = token.length - 6;
  if (checksum(token.slice(0, end)) !== token.slice(end)) return null;
  return token.startsWith(PREFIX.user) ? 'user' : 'agent';
}

/** SHA-256 of a token, lower-case hex: the only thing that is ever kept of it. */
export const tokenDigest = (token: string): string => hash('sha256', token, 'hex');
