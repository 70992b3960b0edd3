import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { eventId, isoTime } from '@parapet/contracts';
import { type AttemptedConnections, watchConnections } from '../testing/attempted-connections';
import { type DnsServer, openDnsServer } from '../testing/dns-server';
import { issueCreated } from '../testing/issue-facts';
import { type Delivered, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { REFUSED_ADDRESSES } from '../testing/refused-addresses';
import { createWebhook, WEBHOOK_DEFAULTS } from '../webhook/change-webhook';
import { newSecret, SecretBox } from '../webhook/secret-box';

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

async function keepInLog(id: string, url: string): Promise<Hook> {
  const box = new SecretBox(notifier.house.settings.secretKey);
  const fresh = { id, secretSealed: box.seal(newSecret(), id), from: [] };
  const origin = { id: eventId(), time: isoTime(Date.now()), actor: 'token_1', cause: null };
  const event = createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url }, origin);
  await notifier.house.append('webhooks', id, event);
  return { id, url };
}

beforeAll(async () => {
  dns = await openDnsServer({ ...zone, 'public.example': [PUBLIC] });
  listener = createServer((socket) => {
    accepted += 1;
    socket.destroy();
  }).listen(0, '0.0.0.0');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
  notifier = await notifierHouse({ webhookAllowHttp: true }, { resolver: dns.resolver });
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

describe('webhooks that were saved all the same', () => {
  const REFUSED = { status: null, error: 'refused_address', response: '', address: null };
  const attempted = { ...REFUSED, message: SAID.error.message };
  const told = (all: readonly Delivered[]) => all.find((d) => d.event === 'issue.created');
  /** One webhook after the other: hundreds that look at once would be what the test waits for. */
  const afterAttempts = async (count: number): Promise<readonly (Delivered | undefined)[]> => {
    const all: (Delivered | undefined)[] = [];
    for (const { id } of hooks)
      all.push(told(await notifier.deliveries(id, (d) => told(d)?.attempts.length === count)));
    return all;
  };

  beforeAll(async () => {
    for (const [way, host] of Object.entries(WAYS))
      for (const [i, url] of urls(host).entries())
        hooks.push(await keepInLog(`webhook_${way.replaceAll(' ', '_')}_${i}`, url));
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
    const all = await afterAttempts(3);
    for (const [i, delivery] of all.entries())
      expect([hooks[i]?.url, delivery?.attempts]).toMatchObject([
        hooks[i]?.url,
        [1, 2, 3].map((number) => ({ number, ...attempted })),
      ]);
    nothingWasReached();
  });
});
