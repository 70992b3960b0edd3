import { isIP } from 'node:net';
import { hexadecimalIpv6 } from '@parapet/contracts';
import ipaddr from 'ipaddr.js';
import { ALLOWED_IPV6, REFUSED_IPV4, REFUSED_IPV6 } from './special-purpose';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** Answers null when the address may be reached, else why not. */
export type AddressJudge = (address: string) => string | null;

const REFUSED = [...REFUSED_IPV4, ...REFUSED_IPV6].map((cidr) => ipaddr.parseCIDR(cidr));
const IPV6_ALLOWED = ipaddr.parseCIDR(ALLOWED_IPV6);
/** Of an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`). */
const MAPPED_BITS = 96;

/** A range of the setting, which has checked that it opens no more than it says. */
function parseRange(text: string): Range {
  const [said = '', length] = text.split('/');
  const base = (isIP(said) === 6 && hexadecimalIpv6(said)) || said;
  const whole = ipaddr.parse(base).toByteArray().length * 8;
  const [address, bits]: Range = ipaddr.parseCIDR(`${base}/${length ?? whole}`);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS
    ? [address.toIPv4Address(), bits - MAPPED_BITS]
    : [address, bits];
}

const within = (address: Address, [base, bits]: Range): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

/** An IPv4 address that is written as IPv6 is judged as what it reaches. */
function unwrap(text: string): Address | null {
  if (isIP(text) === 0) return null;
  const plain = isIP(text) === 6 ? hexadecimalIpv6(text) : text;
  if (plain === null || !ipaddr.isValid(plain)) return null;
  const address = ipaddr.parse(plain);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;
}

/**
 * Makes the judge: everything is refused that is not plainly public, except the exact ranges given.
 * @param allowed addresses and ranges, as the settings have read them
 */
export function addressJudge(allowed: readonly string[]): AddressJudge {
  const opened = allowed.map(parseRange);
  return (text) => {
    const address = unwrap(text);
    if (!address) return `${text} is not an address`;
    if (opened.some((range) => within(address, range))) return null;
    const special =
      REFUSED.some((range) => within(address, range)) ||
      (address.kind() === 'ipv6' && !within(address, IPV6_ALLOWED));
    return special ? `${text} is not a public address` : null;
  };
}
