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
export const makeToken = (kind: TokenKind): string =>
  tokenOf(kind, Array.from({ length: RANDOM }, () => ALPHABET.charAt(randomInt(62))).join(''));

/**
 * The token that these bytes always give: secret bytes, at least 32 of them, and it cannot be guessed; 64 make every token as likely
 * as any other, to less than one part in 10^90.
 */
export function tokenFrom(kind: TokenKind, bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let characters = '';
  while (characters.length < RANDOM) {
    characters += ALPHABET.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return tokenOf(kind, characters);
}

function tokenOf(kind: TokenKind, characters: string): string {
  const body = PREFIX[kind] + characters;
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
