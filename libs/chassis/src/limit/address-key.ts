/**
 * The key that an address is counted under: IPv4 as it is (also when mapped into IPv6), IPv6 by its /64, because whoever has
 * one such address has them all. A connection that has ended already has no address any more.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7);
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
