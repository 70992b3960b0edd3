import { isIP } from 'node:net';

/**
 * The key that an address is counted under: IPv4 as it is (also when mapped into IPv6), IPv6 by its /64, because whoever has
 * one such address has them all. A connection that has ended already has no address any more. What is no address at all is one key:
 * proxies hand on what a client wrote, and whoever may make up keys is never counted twice under the same.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'gone';
  const address = ip.split('%', 1)[0] ?? '';
  const version = isIP(address);
  if (version === 0) return 'none';
  if (version === 4) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  return network(address);
}

/** The /64 of an IPv6 address. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
