import { type DnsServer, openDnsServer } from '../testing/dns-server';
import { openReceiver, type Receiver, status } from '../testing/receiver';
import { REFUSED_ADDRESSES } from '../testing/refused-addresses';
import { EgressGuard } from './egress-guard';
import { WebhookClient } from './webhook-client';

/** Answers of the name that is rebound: public when it is saved, the loopback when it is connected to. */
let rebound: readonly string[] = [];
let dns: DnsServer;
let there: Receiver;
let guard: EgressGuard;
const clients: WebhookClient[] = [];

beforeAll(async () => {
  dns = await openDnsServer({
    'public.example': ['1.1.1.1', '2606:4700:4700::1111'],
    'rebound.example': () => rebound,
    ...Object.fromEntries(REFUSED_ADDRESSES.map((a, i) => [`bad-${i}.example`, [a]])),
    ...Object.fromEntries(REFUSED_ADDRESSES.map((a, i) => [`mixed-${i}.example`, ['1.1.1.1', a]])),
    'loopback.example': ['127.0.0.1'],
  });
  guard = new EgressGuard({ allowHttp: true, allowCidrs: [] }, dns.resolver);
  there = await openReceiver(status(302, { location: 'http://169.254.169.254/latest/meta-data/' }));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((c) => c.close()));
});
afterAll(async () => {
  await there.close();
  await dns.close();
});

const client = (by: EgressGuard): WebhookClient => {
  const made = new WebhookClient(by);
  clients.push(made);
  return made;
};
const post = (url: string, by = guard) => client(by).post({ url, headers: {}, body: '{}' });

describe.each(REFUSED_ADDRESSES.map((address, i) => ({ address, i })))(
  'a name that leads to $address',
  ({ i }) => {
    test.each([`bad-${i}.example`, `mixed-${i}.example`])('cannot be saved: %s', async (host) =>
      expect(await guard.checkForSaving(`https://${host}/`)).toContain(
        'url must lead to a public address',
      ),
    );
    test.each([`bad-${i}.example`, `mixed-${i}.example`])('is not connected to: %s', async (host) =>
      expect(await post(`http://${host}:${there.port}/`)).toMatchObject({
        status: null,
        error: 'refused_address',
      }),
    );
  },
);

test('a name with only public addresses, and one that does not resolve yet, can be saved', async () => {
  expect(await guard.checkForSaving('https://public.example/')).toBeNull();
  expect(await guard.checkForSaving('https://unknown.example/')).toBeNull();
});

test('a name that does not resolve fails as dns', async () => {
  expect(await post('http://unknown.example/')).toMatchObject({ status: null, error: 'dns' });
});

test('a name that is rebound between saving and connecting is refused', async () => {
  rebound = ['1.1.1.1'];
  expect(await guard.checkForSaving(`https://rebound.example:${there.port}/`)).toBeNull();
  rebound = ['127.0.0.1'];
  const posted = await post(`http://rebound.example:${there.port}/`);
  expect(posted).toMatchObject({ status: null, error: 'refused_address' });
  expect(there.received).toHaveLength(0);
});

test('the peer of the connection is judged before the first byte, even if every answer was fine', async () => {
  const opens = new EgressGuard({ allowHttp: true, allowCidrs: ['127.0.0.0/8'] }, dns.resolver);
  // Judged fine when it was resolved; refused when the socket is there.
  opens.resolve = (host) => dns.resolver.resolve(host);
  opens.checkAddress = guard.checkAddress.bind(guard);
  for (const protocol of ['http', 'https']) {
    const posted = await post(`${protocol}://loopback.example:${there.port}/`, opens);
    expect(posted).toMatchObject({ status: null, error: 'refused_address' });
  }
  expect(there.received).toHaveLength(0);
});

test('a redirect to a private address is not followed', async () => {
  const opens = new EgressGuard({ allowHttp: true, allowCidrs: ['127.0.0.0/8'] }, dns.resolver);
  const posted = await post(there.url, opens);
  expect(posted).toMatchObject({ status: 302, error: null, response: 'status 302' });
  expect(there.received).toHaveLength(1);
});
