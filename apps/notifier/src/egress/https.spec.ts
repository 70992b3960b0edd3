import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  getCACertificates,
  type SecureVersion,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls';
import { type DnsServer, openDnsServer } from '../testing/dns-server';
import { selfSigned, signedForClients } from '../testing/self-signed';
import { EgressGuard } from './egress-guard';
import { guardedConnector } from './guarded-connector';
import { WebhookClient } from './webhook-client';

const ODD_NAMES = Array.from({ length: 200 }, (_, i) => `\u001b[2J${i}\r\n.example`);
const pair = selfSigned(['named.example', ...ODD_NAMES]);
const trusted = getCACertificates('default');
let server: Server;
let url: string;
let dns: DnsServer;
let client: WebhookClient;
let requests = 0;
/** Whether the session of an earlier connection was taken up, for each connection. */
const resumed: boolean[] = [];

beforeAll(async () => {
  server = createServer(pair, (request, response) => {
    requests += 1;
    if (request.url === '/once') response.setHeader('connection', 'close');
    request.resume().on('end', () => response.end('taken over TLS'));
  });
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  dns = await openDnsServer({ 'named.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] });
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
beforeEach(() => {
  requests = 0;
  resumed.length = 0;
  const rules = { allowHttp: false, allowCidrs: ['127.0.0.1/32'] };
  client = new WebhookClient(new EgressGuard(rules, dns.resolver));
});
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await client.close();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await dns.close();
});

const post = (to = url) => client.post({ url: to, headers: {}, body: '{}' });
const at = (host: string, path: string): string => `https://${host}:${new URL(url).port}${path}`;
const trust = (): void => setDefaultCACertificates([...trusted, pair.cert]);

test('a certificate that nobody vouches for is refused', async () => {
  expect(await post()).toMatchObject({ status: null, error: 'tls', address: '127.0.0.1' });
});

test('a trusted certificate that is not for servers is refused', async () => {
  const ofClient = signedForClients();
  setDefaultCACertificates([...trusted, ofClient.cert]);
  server.setSecureContext(ofClient);
  expect(await post()).toMatchObject({ status: null, error: 'tls' });
  server.setSecureContext(pair);
});

test('a trusted receiver is posted to over TLS, again and again on one connection', async () => {
  trust();
  for (let i = 0; i < 10; i += 1)
    expect(await post()).toMatchObject({
      ...{ status: 200, error: null, response: 'taken over TLS', address: '127.0.0.1' },
    });
  expect(resumed.length).toBeLessThan(3);
});

test('a connection that was there in time is left alone when the time to connect is over', async () => {
  trust();
  const [timeoutMs, { hostname, host, protocol, port }] = [1_000, new URL(url)];
  const rules = { allowHttp: false, allowCidrs: ['127.0.0.1/32'] };
  const connect = guardedConnector(new EgressGuard(rules, dns.resolver), timeoutMs);
  const socket = await new Promise<Socket>((resolve, reject) =>
    connect({ hostname, host, protocol, port }, (...[error, made]) =>
      error ? reject(error) : resolve(made),
    ),
  );
  await wait(timeoutMs);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

test('a certificate of another name is refused, again and again, and nothing is sent', async () => {
  trust();
  for (const version of ['TLSv1.2', 'TLSv1.3'] satisfies SecureVersion[]) {
    server.setSecureContext({ ...pair, maxVersion: version });
    for (let i = 0; i < 3; i += 1)
      expect(await post(at('other.example', '/'))).toMatchObject({ status: null, error: 'tls' });
    expect(await post(at('named.example', '/'))).toMatchObject({ status: 200 });
  }
  expect(requests).toBe(2);
});

test('a name with a dot at its end, which stands for no short name, is asked for in TLS without it', async () => {
  trust();
  server.setSecureContext(selfSigned(['default.example']));
  server.addContext('named.example', pair);
  const posted = await post(at('named.example.', '/'));
  server.setSecureContext(pair);
  expect(posted).toMatchObject({ status: 200, error: null });
});

test('what a certificate says is told on one line, and not at length', async () => {
  trust();
  const { message } = await post(at('other.example', '/'));
  expect(message).toContain("does not match certificate's altnames");
  expect(message.length).toBeLessThanOrEqual(500);
  expect(message).not.toMatch(/\p{Cc}/u);
});

test('every connection shows its certificate anew: no session is taken up again', async () => {
  trust();
  for (const version of ['TLSv1.2', 'TLSv1.3'] satisfies SecureVersion[]) {
    server.setSecureContext({ ...pair, maxVersion: version });
    for (let i = 0; i < 3; i += 1)
      expect(await post(at('named.example', '/once'))).toMatchObject({ status: 200 });
  }
  expect(resumed).toEqual(Array.from({ length: 6 }, () => false));
});
