import { isIP } from 'node:net';

/**
 * The key that an address is counted under: IPv4 as it is (also when mapped into IPv6), IPv6 by its /64, because whoever has
 * one such address has them all; however it is written, for the same address has many spellings. A connection that has ended
 * already has no address any more. What is no address at all is one key: proxies hand on what a client wrote, and whoever may
 * make up keys is never counted twice under the same.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'gone';
  const address = withoutPort(ip).split('%', 1)[0] ?? '';
  const version = isIP(address);
  if (version === 0) return 'none';
  if (version === 4) return address;
  const groups = groupsOf(address);
  return mappedFrom(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`;
}

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** An address without the port that some proxies write with it (`192.0.2.1:4711`, `[2001:db8::1]:4711`); anything else as it is. */
export function withoutPort(ip: string): string {
  const [, v6, v4] = WITH_PORT.exec(ip) ?? [];
  return v6 ?? v4 ?? ip;
}

const hex = (group: number): string => group.toString(16);

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [front, back] = [numbers(head), numbers(tail ?? '')];
  const missing = Math.max(0, 8 - front.length - back.length);
  return [...front, ...Array<number>(missing).fill(0), ...back];
}

const numbers = (part: string): number[] =>
  part === ''
    ? []
    : part
        .split(':')
        .flatMap((group) => (group.includes('.') ? pair(group) : [parseInt(group, 16)]));

/** The two groups that an IPv4 address takes at the end of an IPv6 one. */
function pair(ipv4: string): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [256 * a + b, 256 * c + d];
}

/** The IPv4 address that is mapped (`::ffff:0:0/96`), or null. */
function mappedFrom(groups: readonly number[]): string | null {
  const [, , , , , mark, high = 0, low = 0] = groups;
  if (mark !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
