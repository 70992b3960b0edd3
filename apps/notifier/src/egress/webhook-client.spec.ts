import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { toldSpans } from '@parapet/chassis/testing';
import { type Answer, ok, openReceiver, type Receiver } from '../testing/receiver';
import { EgressGuard } from './egress-guard';
import { hostResolver } from './host-resolver';
import { WebhookClient } from './webhook-client';

const guard = new EgressGuard({ allowHttp: true, allowCidrs: ['127.0.0.0/8'] }, hostResolver());
const client = new WebhookClient(guard, 1_000);
const receivers: Receiver[] = [];
afterAll(async () => {
  await client.close();
  await Promise.all(receivers.map((r) => r.close()));
});

const opened = async (answer: Answer): Promise<Receiver> => {
  const there = await openReceiver(answer);
  receivers.push(there);
  return there;
};
const post = (url: string) =>
  client.post({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' });

test('what is answered is kept: status, text, address', async () => {
  const there = await opened(ok);
  expect(await post(there.url)).toEqual({
    ...{ status: 200, error: null, message: '', response: 'thanks' },
    ...{ address: '127.0.0.1', retryAfter: null },
  });
  expect(there.received[0]).toMatchObject({ body: '{"a":1}', path: '/hook' });
});

test('connections are kept for the next request', async () => {
  const ports = new Set<number | undefined>();
  const there = await opened((response) => {
    ports.add(response.socket?.remotePort);
    response.end('ok');
  });
  for (let i = 0; i < 20; i += 1) await post(there.url);
  expect(ports.size).toBeLessThan(3);
});

test('of a long answer the first 16 KiB are read', async () => {
  const there = await opened((response) => response.end('x'.repeat(1_000_000)));
  const posted = await post(there.url);
  expect(posted).toMatchObject({ status: 200, error: null });
  expect(posted.response).toHaveLength(16_384);
});

test('an answer is never decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const there = await opened((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const posted = await post(there.url);
  expect(posted).toMatchObject({ status: 200, error: null });
  expect(posted.response).toHaveLength(bomb.subarray(0, 16_384).toString('utf8').length);
});

test('a receiver that never answers is cut off in time', async () => {
  const there = await opened(() => undefined);
  const began = performance.now();
  expect(await post(there.url)).toMatchObject({ status: null, error: 'timeout' });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('a slow drip is cut off in time, although bytes keep coming', async () => {
  const there = await opened((response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(drip));
  });
  const began = performance.now();
  expect(await post(there.url)).toMatchObject({ status: 200, error: 'timeout' });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('a port where nobody listens, a server that hangs up, and one that speaks no TLS are told apart', async () => {
  const rude = createTcpServer((socket) => socket.on('data', () => socket.destroy()));
  rude.listen(0, '127.0.0.1');
  await once(rude, 'listening');
  const { port } = rude.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'closed', status: null });
  rude.close();
  await once(rude, 'close');
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connect', status: null });
  const plain = await opened(ok);
  const posted = await post(plain.url.replace('http:', 'https:'));
  expect(posted).toMatchObject({ error: 'tls', status: null });
});

test('Retry-After is handed on as it came', async () => {
  const there = await opened((response) => response.writeHead(429, { 'retry-after': '7' }).end());
  expect(await post(there.url)).toMatchObject({ status: 429, error: null, retryAfter: '7' });
});

test('a client that is closed cuts what is in flight', async () => {
  const there = await opened(() => undefined);
  const closing = new WebhookClient(guard);
  const posted = closing.post({ url: there.url, headers: {}, body: '' });
  await there.atLeast(1);
  await closing.close();
  await closing.close();
  expect((await posted).error).not.toBeNull();
});

test('an attempt is told of in the trace of its delivery by the host alone, and the receiver hears nothing of it', async () => {
  const { tracing, told } = toldSpans();
  const traced = new WebhookClient(guard, 1_000, tracing);
  const there = await opened(ok);
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const trace = { parent, facts: { 'parapet.delivery.id': 'delivery_1' } };
  const asked = { url: `${there.url}?key=hidden`, headers: { 'x-key': 'hidden' }, body: 'hidden' };
  await traced.post({ ...asked, trace });
  await traced.post({ ...asked, url: 'http://127.0.0.1:1/hidden', trace });
  await traced.post(asked);
  await traced.close();
  const host = { 'server.address': '127.0.0.1', 'http.request.method': 'POST' };
  expect(told).toMatchObject([
    { name: 'POST webhook', parent, facts: { ...host, 'http.response.status_code': 200 } },
    { name: 'POST webhook', parent, facts: { ...host, ...trace.facts }, error: 'connect' },
  ]);
  expect(JSON.stringify(told)).not.toContain('hidden');
  const headers = there.received.map((request) => Object.keys(request.headers));
  expect(headers.flat()).not.toContain('traceparent');
});
