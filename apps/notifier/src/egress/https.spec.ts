import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../testing/self-signed';
import { EgressGuard } from './egress-guard';
import { systemResolver } from './host-resolver';
import { WebhookClient } from './webhook-client';

const pair = selfSigned();
const trusted = getCACertificates('default');
let server: Server;
let url: string;
let client: WebhookClient;
let handshakes = 0;

beforeAll(async () => {
  server = createServer(pair, (request, response) => {
    request.resume().on('end', () => response.end('taken over TLS'));
  });
  server.on('secureConnection', () => (handshakes += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
beforeEach(() => {
  const rules = { allowHttp: false, allowCidrs: ['127.0.0.1/32'] };
  client = new WebhookClient(new EgressGuard(rules, systemResolver));
});
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await client.close();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const post = () => client.post({ url, headers: {}, body: '{}' });

test('a certificate that nobody vouches for is refused', async () => {
  expect(await post()).toMatchObject({ status: null, error: 'tls', address: '127.0.0.1' });
});

test('a trusted receiver is posted to over TLS, again and again on one connection', async () => {
  setDefaultCACertificates([...trusted, pair.cert]);
  handshakes = 0;
  for (let i = 0; i < 10; i += 1)
    expect(await post()).toMatchObject({
      ...{ status: 200, error: null, response: 'taken over TLS', address: '127.0.0.1' },
    });
  expect(handshakes).toBeLessThan(3);
});
