import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { type AttemptedConnections, watchConnections } from '../testing/attempted-connections';
import { type DnsServer, inTurn, openDnsServer } from '../testing/dns-server';
import { issueCreated } from '../testing/issue-facts';
import { logWebhook } from '../testing/log-webhook';
import { type Delivered, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { REFUSED_ADDRESSES } from '../testing/refused-addresses';

const PUBLIC = '1.1.1.1';
const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);
/** Hosts that lead to a refused address, by the way in which they do. */
const WAYS = {
  'written out': (a: string) => inUrl(a),
  'the only answer of DNS': (_: string, i: number) => `only-${i}.example`,
  'behind another name': (_: string, i: number) => `alias-${i}.example`,
  'the first of two answers': (_: string, i: number) => `first-${i}.example`,
  'the last of two answers': (_: string, i: number) => `last-${i}.example`,
  'among sixty answers': (_: string, i: number) => `many-${i}.example`,
} as const;
const MANY = Array.from({ length: 59 }, (_, i) => `1.1.1.${i + 1}`);
const zone = Object.fromEntries(
  REFUSED_ADDRESSES.flatMap((address, i): [string, readonly string[] | (() => string[])][] => [
    [`only-${i}.example`, [address]],
    [`alias-${i}.example`, [`only-${i}.example`]],
    [`first-${i}.example`, [address, PUBLIC]],
    [`last-${i}.example`, [PUBLIC, address]],
    [`many-${i}.example`, [...MANY.slice(0, i), address, ...MANY.slice(i)]],
    [`rebound-${i}.example`, () => [rebound ? address : PUBLIC]],
  ]),
);
/** Webhooks that lead to a refused address by now: by an older version, by other settings, by DNS. */
interface Hook {
  readonly id: string;
  readonly url: string;
}
const hooks: Hook[] = [];
let rebound = false;
let dns: DnsServer;
/** Would be reached by every spelling of the loopback. */
let listener: Server;
let accepted = 0;
let port: number;
let notifier: NotifierHouse;
let connections: AttemptedConnections;

beforeAll(async () => {
  dns = await openDnsServer({ ...zone, 'public.example': [PUBLIC] });
  listener = createServer((socket) => {
    accepted += 1;
    socket.destroy();
  }).listen(0, '0.0.0.0');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
  notifier = await notifierHouse({ webhookAllowHttp: true }, { resolver: inTurn(dns.resolver) });
  connections = watchConnections();
});
afterAll(async () => {
  connections.end();
  await notifier.close();
  await dns.close();
  listener.close();
  await once(listener, 'close');
});

const urls = (host: (address: string, i: number) => string): string[] =>
  REFUSED_ADDRESSES.map((address, i) => `http://${host(address, i)}:${port}/`);
const nothingWasReached = (): void => {
  expect(connections.addresses).toEqual([]);
  expect(accepted).toBe(0);
};
const SAID = { error: { message: expect.stringContaining('url must lead to a public address') } };

test('the watch over connections and the listener do notice one', async () => {
  const watch = watchConnections();
  const said = await fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut');
  watch.end();
  expect([said, watch.addresses, accepted]).toEqual(['cut', ['127.0.0.1'], 1]);
  accepted = 0;
  expect(connections.addresses.splice(0)).toEqual(['127.0.0.1']);
});

test.each(Object.entries(WAYS))('%s: no webhook can be saved with it', async (_, host) => {
  const { body: saved } = await notifier.ask('POST', '/v1/webhooks', {
    ...{ url: 'https://public.example/', enabled: false },
  });
  const path = `/v1/webhooks/${String(saved['id'])}`;
  for (const url of urls(host)) {
    const made = await notifier.ask('POST', '/v1/webhooks', { url });
    expect([url, made]).toMatchObject([url, { status: 400, body: SAID }]);
    const changed = await notifier.ask('PATCH', path, { url });
    expect([url, changed]).toMatchObject([url, { status: 400, body: SAID }]);
  }
  expect((await notifier.ask('GET', path)).body['url']).toBe('https://public.example/');
  nothingWasReached();
});

test.each([
  ['refused_address', 'http://127.0.0.1.:PORT/'],
  ['refused_address', 'http://0177.1:PORT/'],
  ['refused_address', 'http://①②⑦。0。0。1:PORT/'],
  ['refused_address', 'http://%31%32%37.0.0.1:PORT/'],
  ['refused_address', 'http://[::ffff:7f00:1]:PORT/'],
  ['refused_address', 'http://LOCALHOST:PORT/'],
  ['refused_address', 'http://a.localhost.:PORT/'],
  ['refused_url', 'http://public.example@127.0.0.1:PORT/'],
  ['refused_url', 'http://@127.0.0.1:PORT/'],
  ['refused_url', 'http://127.0.0.1:PORT\\@public.example/'],
  ['refused_url', 'http:127.0.0.1:PORT/'],
  ['refused_url', 'http:\\\\127.0.0.1:PORT/'],
  ['refused_url', 'http://127.0\u200b.0.1:PORT/'],
  ['refused_url', '\thttp://127.0.0.1:PORT/'],
  ['refused_url', 'http://[::1%25lo]:PORT/'],
  ['refused_url', 'http://127.0.0.1:0/'],
  ['refused_url', 'ftp://127.0.0.1:PORT/'],
  ['refused_url', 'gopher://127.0.0.1:PORT/'],
  ['refused_url', 'file:///etc/passwd'],
])('%s: %j cannot be saved, and is not asked for where it was', async (error, pattern) => {
  const url = pattern.replace('PORT', String(port));
  const made = await notifier.ask('POST', '/v1/webhooks', { url });
  const message = expect.stringMatching(/^url must /) as unknown;
  expect(made).toMatchObject({ status: 400, body: { error: { message } } });
  const id = `webhook_${randomUUID()}`;
  await logWebhook(notifier, id, url);
  await notifier.house.settled();
  const { body } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(body).toMatchObject({ succeeded: false, attempt: { status: null, error, message } });
  await notifier.ask('DELETE', `/v1/webhooks/${id}`);
  nothingWasReached();
});

describe('webhooks that were saved all the same', () => {
  const REFUSED = { status: null, error: 'refused_address', response: '', address: null };
  const attempted = { ...REFUSED, message: SAID.error.message };
  const told = (all: readonly Delivered[]) => all.find((d) => d.event === 'issue.created');
  const made = (all: readonly Delivered[]): number => told(all)?.attempts.length ?? 0;
  /** So many or more, for time goes by. One webhook after the other: hundreds that look at once would be what the test waits for. */
  const afterAttempts = async (count: number): Promise<readonly (Delivered | undefined)[]> => {
    const all: (Delivered | undefined)[] = [];
    for (const { id } of hooks)
      all.push(told(await notifier.deliveries(id, (d) => made(d) >= count)));
    return all;
  };

  beforeAll(async () => {
    for (const [way, host] of Object.entries(WAYS))
      for (const [i, url] of urls(host).entries())
        hooks.push({ id: `webhook_${way.replaceAll(' ', '_')}_${i}`, url });
    for (const { id, url } of hooks) await logWebhook(notifier, id, url);
    for (const url of urls((_, i) => `rebound-${i}.example`))
      hooks.push({ id: (await notifier.addWebhook(url)).id, url });
    rebound = true;
    await notifier.house.append('issues', 'issue_1', issueCreated('issue_1'));
    await notifier.house.settled();
  });

  test('the test button reaches none', async () => {
    for (const { id, url } of hooks) {
      const { body } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
      expect([url, body]).toMatchObject([url, { succeeded: false, attempt: attempted }]);
    }
    nothingWasReached();
  });

  test('delivery, retry and redelivery reach none, and the log of attempts says why', async () => {
    await afterAttempts(1);
    notifier.clock.advance(6_000);
    const retried = await afterAttempts(2);
    for (const delivery of retried) {
      const again = await notifier.ask('POST', `/v1/deliveries/${delivery?.id}/redeliver`);
      expect(again.status).toBe(202);
    }
    for (const [i, delivery] of (await afterAttempts(3)).entries()) {
      const said = delivery?.attempts.map((_, nth) => ({ ...attempted, number: nth + 1 }));
      expect([hooks[i]?.url, delivery?.attempts]).toMatchObject([hooks[i]?.url, said]);
    }
    nothingWasReached();
  });
});
