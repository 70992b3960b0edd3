/**
 * What the IANA special-purpose registry, multicast and the reserved block take out of IPv4, and the address at which Azure
 * shows a machine its own host: nothing here is a public receiver. Our own table: what libraries call "unicast" includes
 * addresses that are not.
 */
export const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** Global unicast: the only part of IPv6 that may be reached, minus `REFUSED_IPV6`. */
export const ALLOWED_IPV6 = '2000::/3';

/** Special purposes inside global unicast: protocol assignments (Teredo, ORCHID), documentation, 6to4, AS112. */
export const REFUSED_IPV6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '2620:4f:8000::/48',
] as const;
