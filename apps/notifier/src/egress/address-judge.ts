import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ALLOWED_IPV6, REFUSED_IPV4, REFUSED_IPV6 } from './special-purpose';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** Answers null when the address may be reached, else why not. */
export type AddressJudge = (address: string) => string | null;

const REFUSED = [...REFUSED_IPV4, ...REFUSED_IPV6].map((cidr) => parseRange(cidr));
const IPV6_ALLOWED = parseRange(ALLOWED_IPV6);

function parseRange(cidr: string): Range {
  try {
    return ipaddr.parseCIDR(cidr);
  } catch {
    throw new Error(`WEBHOOK_ALLOW_CIDRS: ${cidr} is not a range such as 10.1.0.0/16`);
  }
}

const within = (address: Address, [base, bits]: Range): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

/** An IPv4 address that is written as IPv6 is judged as what it reaches. */
function unwrap(text: string): Address | null {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;
}

/**
 * Makes the judge: everything is refused that is not plainly public, except the exact ranges given.
 * @throws Error when a range cannot be read.
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
