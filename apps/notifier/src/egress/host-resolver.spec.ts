import { type DnsServer, openDnsServer } from '../testing/dns-server';

const [ADDRESS, FAMILIES] = ['1.1.1.1', 2];

let lost = 0;
let dns: DnsServer;
beforeAll(async () => {
  dns = await openDnsServer({
    'quick.example': [ADDRESS],
    'lost.example': () => ((lost += 1) > 3 * FAMILIES ? [ADDRESS] : 'silence'),
  });
});
afterAll(() => dns.close());

describe('hostResolver', () => {
  it('hears an answer whose question was lost three times, also of a name server that was quick before', async () => {
    for (let n = 0; n < 10; n += 1) await dns.resolver.resolve('quick.example');
    expect(await dns.resolver.resolve('lost.example')).toEqual([{ address: ADDRESS, family: 4 }]);
  });
});
