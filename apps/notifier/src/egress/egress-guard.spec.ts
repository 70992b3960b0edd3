import { watchConnections } from '../testing/attempted-connections';
import { type DnsServer, openDnsServer } from '../testing/dns-server';
import { openReceiver, type Receiver } from '../testing/receiver';
import { EgressGuard } from './egress-guard';
import { WebhookClient } from './webhook-client';

let moving: readonly string[] = [];
let dns: DnsServer;
let there: Receiver;
const clients: WebhookClient[] = [];

beforeAll(async () => {
  dns = await openDnsServer({
    'public.example': ['1.1.1.1', '2606:4700:4700::1111'],
    'private.example': ['10.1.2.3'],
    'moving.example': () => moving,
    'loopback.example': ['127.0.0.1'],
    'six.example': ['::1'],
    'both.example': ['127.0.0.2', '127.0.0.1', '::1'],
    'silent.example': 'silence',
  });
  there = await openReceiver();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(clients.splice(0).map((c) => c.close()));
});
afterAll(async () => {
  await there.close();
  await dns.close();
});

const guardOf = (...allowCidrs: string[]): EgressGuard =>
  new EgressGuard({ allowHttp: true, allowCidrs }, dns.resolver);
const clientOf = (guard: EgressGuard): WebhookClient => {
  const made = new WebhookClient(guard);
  clients.push(made);
  return made;
};
const post = (host: string, client: WebhookClient, protocol = 'http') =>
  client.post({ url: `${protocol}://${host}:${there.port}/`, headers: {}, body: '{}' });
/** A connection is used again when the loop has gone round once. */
const connectionIsFree = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const REFUSED = { status: null, error: 'refused_address', address: null };

test('a name with only public addresses, and one that does not resolve yet, can be saved', async () => {
  expect(await guardOf().checkForSaving('https://public.example/')).toBeNull();
  expect(await guardOf().checkForSaving('https://unknown.example/')).toBeNull();
});

test.each(['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'a.b.localhost.'])(
  '%s is this machine, whatever DNS says: it cannot be saved',
  async (host) =>
    expect(await guardOf().checkForSaving(`https://${host}/`)).toBe(
      `url must lead to a public address: ${host.toLowerCase()} has one that is not`,
    ),
);

test('a refusal does not tell the private address behind a name', async () => {
  const sentence = 'url must lead to a public address: private.example has one that is not';
  expect(await guardOf().checkForSaving('https://private.example/')).toBe(sentence);
  expect(await post('private.example', clientOf(guardOf()))).toMatchObject({
    ...REFUSED,
    message: sentence,
  });
});

test('a name that does not resolve fails as dns', async () => {
  expect(await post('unknown.example', clientOf(guardOf()))).toMatchObject({
    ...{ status: null, error: 'dns', address: null },
    message: 'unknown.example does not resolve (ENOTFOUND)',
  });
});

test('the peer of the connection is judged before the first byte, even if every answer was fine', async () => {
  const opens = guardOf('127.0.0.0/8');
  // Judged fine when it was resolved; refused when the socket is there.
  opens.resolve = (host) => dns.resolver.resolve(host);
  opens.checkAddress = (address) => guardOf().checkAddress(address);
  const before = there.received.length;
  const watch = watchConnections();
  for (const protocol of ['http', 'https'])
    expect(await post('loopback.example', clientOf(opens), protocol)).toMatchObject(REFUSED);
  watch.end();
  expect(there.received).toHaveLength(before);
  expect([watch.addresses.length, watch.open()]).toEqual([2, 0]);
});

test('without a port in the URL it is that of the protocol', async () => {
  const watch = watchConnections();
  const client = clientOf(guardOf('127.77.77.77'));
  for (const protocol of ['http', 'https'])
    await client.post({ url: `${protocol}://127.77.77.77/`, headers: {}, body: '{}' });
  watch.end();
  expect(watch.ports).toEqual([80, 443]);
});

test('a name that is moved is followed within a minute, also over kept connections, and judged anew', async () => {
  const client = clientOf(guardOf('127.0.0.1'));
  moving = ['127.0.0.1'];
  expect(await post('moving.example', client)).toMatchObject({ status: 200 });
  moving = ['10.0.0.1'];
  await connectionIsFree();
  expect(await post('moving.example', client)).toMatchObject({ status: 200 });
  await connectionIsFree();
  const later = Date.now() + 60_001;
  jest.spyOn(Date, 'now').mockImplementation(() => later);
  expect(await post('moving.example', client)).toMatchObject(REFUSED);
});

test('a name with IPv6 alone is connected to by it, and only where that is allowed', async () => {
  const watch = watchConnections();
  expect(await post('six.example', clientOf(guardOf('127.0.0.0/8')))).toMatchObject(REFUSED);
  expect(watch.addresses).toEqual([]);
  await post('six.example', clientOf(guardOf('::1')));
  watch.end();
  expect(watch.addresses).toEqual(['::1']);
});

test('where one address of a name does not answer the others are tried; where one is refused none is', async () => {
  const watch = watchConnections();
  expect(await post('both.example', clientOf(guardOf('127.0.0.0/8')))).toMatchObject(REFUSED);
  expect(await post('both.example', clientOf(guardOf('::1')))).toMatchObject(REFUSED);
  expect(watch.addresses).toEqual([]);
  const posted = await post('both.example', clientOf(guardOf('::1', '127.0.0.0/8')));
  watch.end();
  expect(posted).toMatchObject({ status: 200, address: '127.0.0.1' });
  expect(watch.addresses).toEqual(['127.0.0.2', '::1', '127.0.0.1']);
});

test('name servers that keep silent hold up no other name', async () => {
  const client = clientOf(guardOf('127.0.0.1'));
  const ended: string[] = [];
  const silent = Array.from({ length: 32 }, async () => {
    const { error } = await post('silent.example', client);
    ended.push(error ?? 'answered');
  });
  expect(await post('loopback.example', client)).toMatchObject({ status: 200 });
  expect(ended).toEqual([]);
  await client.close();
  await Promise.all(silent);
});
