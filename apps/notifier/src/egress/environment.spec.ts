import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openReceiver, type Receiver } from '../testing/receiver';
import { selfSigned } from '../testing/self-signed';
import type { Posted } from './webhook-client';

/** Posts to each URL of its arguments in a process of its own: what the environment says there is real. */
const SENDER = `
const { EgressGuard } = require('./egress-guard');
const { hostResolver } = require('./host-resolver');
const { WebhookClient } = require('./webhook-client');
const rules = { allowHttp: true, allowCidrs: ['127.0.0.1'] };
const client = new WebhookClient(new EgressGuard(rules, hostResolver()));
const post = (url) => client.post({ url, headers: {}, body: '{}' });
Promise.all(process.argv.slice(1).map(post)).then((all) => {
  console.log(JSON.stringify(all));
  return client.close();
});`;
const cwd = join(__dirname, '../../dist/egress');

/** What came of each post. */
async function posted(urls: readonly string[], env: NodeJS.ProcessEnv): Promise<Posted[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', SENDER, ...urls], {
    ...{ cwd, env },
  });
  return JSON.parse(stdout) as Posted[];
}

let proxy: Receiver;
let there: Receiver;
let long: Receiver;
let strange: Server;

beforeAll(async () => {
  proxy = await openReceiver();
  there = await openReceiver();
  const header = { 'x-long': 'x'.repeat(20_000) };
  long = await openReceiver((response) => response.writeHead(200, header).end());
  strange = createServer(selfSigned()).listen(0, '127.0.0.1');
  await once(strange, 'listening');
});
afterAll(async () => {
  await Promise.all([proxy, there, long].map((r) => r.close()));
  strange.closeAllConnections();
  await once(strange.close(), 'close');
});

test('no environment turns webhooks to a proxy, takes any certificate, or reads longer headers', async () => {
  const { port } = strange.address() as AddressInfo;
  const through = new URL(proxy.url).origin;
  const answers = await posted([there.url, long.url, `https://127.0.0.1:${port}/`], {
    ...{ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: through, HTTPS_PROXY: through, NO_PROXY: '' },
    ...{ http_proxy: through, https_proxy: through, ALL_PROXY: through },
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--max-http-header-size=1000000 --insecure-http-parser',
  });
  expect(answers).toMatchObject([
    { status: 200, error: null, response: 'thanks', address: '127.0.0.1' },
    { status: null, error: 'closed' },
    { status: null, error: 'tls' },
  ]);
  expect([proxy.received.length, there.received.length]).toEqual([0, 1]);
});
