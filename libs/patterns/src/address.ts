import { isIPv4, isIPv6 } from 'node:net';
import { hexadecimalIpv6 } from '@parapet/contracts';
import ipaddr from 'ipaddr.js';

/** An address in normal form: IPv4-mapped IPv6 is unwrapped. */
export interface Address {
  readonly family: 4 | 6;
  /** RFC 5952 for IPv6, dotted for IPv4. */
  readonly text: string;
  /** Big-endian 32-bit words: one for IPv4, four for IPv6. */
  readonly words: readonly number[];
}

/** The longest text of an address is 45 characters, with a zone a little more. */
const LONGEST = 128;
const [DOT, ZERO] = [0x2e, 0x30];

/** Parses an address as written in the usual forms (no octal, no hexadecimal IPv4); of IPv6 a zone is dropped. Null when it is none. */
export function parseAddress(text: string): Address | null {
  if (text.length > LONGEST) return null;
  if (!text.includes(':')) return isIPv4(text) ? { family: 4, text, words: [wordOf(text)] } : null;
  const zone = text.indexOf('%');
  const plain = zone === -1 ? text : text.slice(0, zone);
  if (!isIPv6(plain)) return null;
  const parsed = ipaddr.IPv6.parse(plain.includes('.') ? (hexadecimalIpv6(plain) ?? plain) : plain);
  return parsed.isIPv4MappedAddress() ? ofIPv4(parsed.toIPv4Address()) : ofIPv6(parsed);
}

/** The bits of an IPv4 address: four decimal numbers. */
function wordOf(text: string): number {
  let [word, octet] = [0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code !== DOT) octet = octet * 10 + code - ZERO;
    else [word, octet] = [word * 256 + octet, 0];
  }
  return word * 256 + octet;
}

const ofIPv4 = (address: ipaddr.IPv4): Address => ({
  family: 4,
  text: address.toString(),
  words: [address.octets.reduce((word, octet) => word * 256 + octet, 0)],
});

const ofIPv6 = (address: ipaddr.IPv6): Address => {
  const part = (i: number): number => address.parts[i] ?? 0;
  const words = [0, 2, 4, 6].map((i) => part(i) * 65_536 + part(i + 1));
  return { family: 6, text: address.toRFC5952String(), words };
};

/** The bit at `index`, counted from the most significant. */
export const bitAt = (words: readonly number[], index: number): number =>
  ((words[index >>> 5] ?? 0) >>> (31 - (index & 31))) & 1;
