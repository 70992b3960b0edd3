import { type DnsServer, openDnsServer } from '../testing/dns-server';

const [ADDRESS, ADDRESS_6, FAMILIES] = ['1.1.1.1', '2606:4700::1111', 2];
/** What there is to connect, names included. */
const CONNECT_MS = 5_000;

let lost = 0;
let dns: DnsServer;
beforeAll(async () => {
  dns = await openDnsServer({
    'quick.example': [ADDRESS],
    'half.example': (family) => (family === 6 ? 'silence' : [ADDRESS]),
    'other-half.example': (family) => (family === 4 ? 'silence' : [ADDRESS_6]),
    'broken.example': 'nonsense',
    'lost.example': () => ((lost += 1) > 3 * FAMILIES ? [ADDRESS] : 'silence'),
  });
});
afterAll(() => dns.close());

describe('hostResolver', () => {
  it('hears an answer whose question was lost three times, also of a name server that was quick before', async () => {
    for (let n = 0; n < 10; n += 1) await dns.resolver.resolve('quick.example');
    expect(await dns.resolver.resolve('lost.example')).toEqual([{ address: ADDRESS, family: 4 }]);
  });

  it('leaves most of the time to connect where a name server knows IPv4 and says nothing of IPv6', async () => {
    const began = performance.now();
    expect(await dns.resolver.resolve('half.example')).toEqual([{ address: ADDRESS, family: 4 }]);
    expect(performance.now() - began).toBeLessThan(CONNECT_MS / 2);
  });

  it('waits for IPv4, which nearly everybody can reach, as long as it can', async () => {
    const found = await dns.resolver.resolve('other-half.example');
    expect(found).toEqual([{ address: ADDRESS_6, family: 6 }]);
  });

  it('finds other names while one is answered what cannot be read', async () => {
    const broken = dns.resolver.resolve('broken.example');
    const others = Array.from({ length: 8 }, () => dns.resolver.resolve('quick.example'));
    await expect(broken).rejects.toThrow('broken.example does not resolve (EBADRESP)');
    expect((await Promise.all(others)).flat()).toHaveLength(others.length);
  });
});
