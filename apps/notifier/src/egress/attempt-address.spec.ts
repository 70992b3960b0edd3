import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DnsServer, openDnsServer } from '../testing/dns-server';
import { EgressGuard } from './egress-guard';
import { WebhookClient } from './webhook-client';

let dns: DnsServer;
let client: WebhookClient;
let leadsTo: string;
const servers: Server[] = [];
/** Requests that wait for their answer, and who waits for such a request. */
const waiting: ServerResponse[] = [];
let asked = Promise.withResolvers<void>();

async function listen(host: string, port = 0): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url !== '/wait') return response.end(host);
    waiting.push(response);
    asked.resolve();
  }).listen(port, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  asked = Promise.withResolvers();
  dns = await openDnsServer({
    'moving.example': () => [leadsTo],
    'twice.example': ['127.0.0.1', '127.0.0.2'],
  });
  const rules = { allowHttp: true, allowCidrs: ['127.0.0.0/8'] };
  client = new WebhookClient(new EgressGuard(rules, dns.resolver));
});
afterEach(async () => {
  await client.close();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.splice(0).map((server) => once(server.close(), 'close')));
  await dns.close();
});

test('an attempt has the address that it was made to, wherever its name leads by the time of the answer', async () => {
  const port = await listen('127.0.0.1');
  await listen('127.0.0.2', port);
  const post = (path: string) =>
    client.post({ url: `http://moving.example:${port}${path}`, headers: {}, body: '' });
  leadsTo = '127.0.0.1';
  const slow = post('/wait');
  await asked.promise;
  leadsTo = '127.0.0.2';
  expect(await post('/')).toMatchObject({ response: '127.0.0.2', address: '127.0.0.2' });
  for (const response of waiting) response.end('at last');
  expect(await slow).toMatchObject({ response: 'at last', address: '127.0.0.1' });
});

test('an attempt that was never connected has no address, whatever was reached before', async () => {
  const port = await listen('127.0.0.1');
  const post = () => client.post({ url: `http://moving.example:${port}/`, headers: {}, body: '' });
  leadsTo = '127.0.0.1';
  expect(await post()).toMatchObject({ status: 200, address: '127.0.0.1' });
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.splice(0).map((server) => once(server.close(), 'close')));
  const posted = [await post(), await post()].at(-1);
  expect(posted).toMatchObject({ status: null, error: 'connect', address: null });
});

test('where nobody listens at any address of a name, it is told of each', async () => {
  const port = await listen('127.0.0.1');
  await once(servers.splice(0)[0]?.close() as Server, 'close');
  const url = `http://twice.example:${port}/`;
  const { error, message } = await client.post({ url, headers: {}, body: '' });
  expect([error, message.split('; ').sort()]).toEqual([
    'connect',
    [`connect ECONNREFUSED 127.0.0.1:${port}`, `connect ECONNREFUSED 127.0.0.2:${port}`],
  ]);
});
