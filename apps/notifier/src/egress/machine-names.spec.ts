import { openDnsServer } from '../testing/dns-server';
import { hostResolver } from './host-resolver';
import { fullNames, machineNames } from './machine-names';

const HOSTS = `127.0.0.1 localhost   # the loopback
10.0.0.7\tPinned.example pinned
fe80::1  pinned
nonsense host.example
`;
const RESOLV = `; written by somebody
nameserver 10.0.0.53
domain old.example
search a.example b.example
options ndots:2 timeout:1
`;

test('the hosts file is read: several names, several addresses, comments, nonsense', () =>
  expect(machineNames(HOSTS, '')).toEqual({
    hosts: new Map([
      ['localhost', ['127.0.0.1']],
      ['pinned.example', ['10.0.0.7']],
      ['pinned', ['10.0.0.7', 'fe80::1']],
    ]),
    ...{ search: [], ndots: 1 },
  }));

test.each([
  ['receiver', RESOLV, ['receiver.a.example', 'receiver.b.example', 'receiver']],
  [
    'receiver.team',
    RESOLV,
    ['receiver.team.a.example', 'receiver.team.b.example', 'receiver.team'],
  ],
  ['a.b.c', RESOLV, ['a.b.c', 'a.b.c.a.example', 'a.b.c.b.example']],
  ['receiver.', RESOLV, ['receiver']],
  ['receiver', '', ['receiver']],
  ['receiver', 'search .', ['receiver']],
])('%s stands for the names that resolv.conf says', (name, resolvConf, expected) =>
  expect(fullNames(name, machineNames('', resolvConf))).toEqual(expected),
);

describe('resolving', () => {
  const zone = {
    'receiver.team.a.example': ['10.0.0.1'],
    'receiver.team': ['1.1.1.1'],
    'pinned.example': ['1.1.1.1'],
    'later.b.example': ['10.0.0.2'],
    'quiet.a.example': 'silence',
    'quiet.b.example': ['1.1.1.1'],
  } as const;
  const resolve = async (name: string): Promise<unknown> => {
    const dns = await openDnsServer(zone);
    const names = machineNames(HOSTS, RESOLV);
    const resolver = hostResolver({ servers: [dns.address], names });
    const found = await resolver.resolve(name).catch(String);
    await dns.close();
    return Array.isArray(found) ? found.map(({ address }: { address: string }) => address) : found;
  };

  test('a short name leads where the machine would go, not to a stranger of the same name', async () =>
    expect(await resolve('receiver.team')).toEqual(['10.0.0.1']));
  test('a name with a dot at its end is no short name', async () =>
    expect(await resolve('receiver.team.')).toEqual(['1.1.1.1']));
  test('the hosts file comes before DNS', async () =>
    expect(await resolve('PINNED.example')).toEqual(['10.0.0.7']));
  test('every search domain is tried', async () =>
    expect(await resolve('later')).toEqual(['10.0.0.2']));
  test('where a search domain keeps silent no other is taken for it', async () =>
    expect(await resolve('quiet')).toBe('NameNotResolved: quiet does not resolve (ETIMEOUT)'));
  test('an unknown name does not resolve', async () =>
    expect(await resolve('nobody.example')).toBe(
      'NameNotResolved: nobody.example does not resolve (ENOTFOUND)',
    ));
});
