import type { NetworkInterfaceInfo } from 'node:os';
import { listeningAddress } from './listening-address';

const at = (address: string, internal = false): NetworkInterfaceInfo => ({
  ...{ address, internal, mac: '00:00:00:00:00:00', netmask: '', cidr: null },
  ...(address.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' }),
});
const lo = [at('127.0.0.1', true), at('::1', true)];

test.each([
  ['a pod of a cluster that has IPv6 alone', [at('fd00::7'), at('fe80::1')], '::'],
  ['both families', [at('10.0.0.7'), at('fd00::7')], '0.0.0.0'],
  ['IPv4 alone', [at('10.0.0.7'), at('fe80::1')], '0.0.0.0'],
  ['no network', [], '0.0.0.0'],
])('of %s what is listened on is reached', (_, eth0, address) => {
  expect(listeningAddress('0.0.0.0', { lo, eth0 })).toBe(address);
});

test('an address that was chosen is listened on, whatever the machine has', () => {
  for (const host of ['127.0.0.1', '::1', '::'])
    expect(listeningAddress(host, { lo, eth0: [at('fd00::7')] })).toBe(host);
});
