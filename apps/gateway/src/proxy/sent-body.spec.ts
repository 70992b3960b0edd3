import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TooSlow } from '@parapet/chassis';
import { PassingBody, SentBodies } from './sent-body';

let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A request that announces so many bytes, or not how many, at both its ends. */
async function sending(bytes: number | null): Promise<[IncomingMessage, ClientRequest]> {
  const { port } = server.address() as AddressInfo;
  const headers = bytes === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes };
  const sent = request({ host: '127.0.0.1', port, method: 'PUT', headers });
  sent.on('error', () => undefined).flushHeaders();
  const [raw] = (await once(server, 'request')) as [IncomingMessage];
  return [raw, sent];
}

test('a small body is put together of its pieces, however small they are', async () => {
  const [raw, sent] = await sending(300);
  const body = new SentBodies(1000, 60_000).of(raw);
  for (let i = 0; i < 300; i += 1) sent.write(String(i % 10));
  expect(String(await body)).toBe('0123456789'.repeat(30));
});

test('bodies are held as long as there is room for them; beyond it they pass', async () => {
  const bodies = new SentBodies(100, 60_000);
  const [a, sentA] = await sending(60);
  const held = bodies.of(a);
  const [b, sentB] = await sending(60);
  sentB.end('b'.repeat(60));
  const passing = await bodies.of(b);
  expect(passing).toBeInstanceOf(PassingBody);
  if (passing instanceof PassingBody) expect(await text(passing.stream())).toBe('b'.repeat(60));
  sentA.end('a'.repeat(60));
  bodies.done(await held);
  const [c, sentC] = await sending(100);
  sentC.end('c'.repeat(100));
  expect(await bodies.of(c)).toBeInstanceOf(Buffer);
});

test('a body passes when something of it has come, not before; one of nothing at once', async () => {
  const [raw, sent] = await sending(100_000);
  await expect(new SentBodies(100, 1).of(raw)).rejects.toThrow(TooSlow);
  sent.write('x');
  expect(await new SentBodies(100, 60_000).of(raw)).toBeInstanceOf(PassingBody);
  const [empty, ended] = await sending(null);
  ended.end();
  const nothing = await new SentBodies(100, 60_000).of(empty);
  if (!(nothing instanceof PassingBody)) throw new Error('it does not pass');
  expect(await text(nothing.stream())).toBe('');
});

test('who is too slow leaves its room to others', async () => {
  const bodies = new SentBodies(100, 1);
  for (const [raw] of [await sending(100), await sending(100)])
    await expect(bodies.of(raw)).rejects.toThrow(TooSlow);
});

test('who goes away leaves its room to others', async () => {
  const bodies = new SentBodies(100, 60_000);
  const [gone, leaving] = await sending(100);
  const body = bodies.of(gone);
  leaving.destroy();
  await expect(body).rejects.toThrow();
  const [raw, sent] = await sending(100);
  sent.end('x'.repeat(100));
  expect(await bodies.of(raw)).toBeInstanceOf(Buffer);
});
