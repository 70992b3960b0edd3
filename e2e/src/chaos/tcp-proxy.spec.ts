import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { openTcpProxy, type TcpProxy } from './tcp-proxy';
import { httpWrite } from './writes';

let heard: number;
let server: Server;
let proxy: TcpProxy;
beforeEach(async () => {
  heard = 0;
  server = createServer((_, response) => {
    heard += 1;
    response.end('well');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  proxy = await openTcpProxy(`127.0.0.1:${port}`, httpWrite);
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const ask = async (method: 'GET' | 'PUT' = 'PUT'): Promise<string> =>
  (await request(`http://${proxy.address}/`, { method })).body.text();

test('passes requests and answers on', async () => {
  expect([await ask(), await ask(), heard, proxy.calm()]).toEqual(['well', 'well', 2, 0]);
});

test('cut before: the server never hears of it, the next passes', async () => {
  proxy.cutBefore(1);
  await expect(ask()).rejects.toThrow();
  expect(heard).toBe(0);
  expect([await ask(), heard, proxy.calm()]).toEqual(['well', 1, 1]);
});

test('cut after: the server did it, the sender does not know', async () => {
  proxy.cutAfter(1);
  await expect(ask()).rejects.toThrow();
  expect(heard).toBe(1);
  expect([await ask(), heard, proxy.calm()]).toEqual(['well', 2, 1]);
});

test('it aims: what is not a write passes, however many cuts are due', async () => {
  proxy.cutAfter(1);
  expect([await ask('GET'), await ask('GET')]).toEqual(['well', 'well']);
  await expect(ask('PUT')).rejects.toThrow();
});
