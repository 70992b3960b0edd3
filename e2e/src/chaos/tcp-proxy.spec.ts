import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { openTcpProxy, type TcpProxy } from './tcp-proxy';

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
  proxy = await openTcpProxy(`127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const ask = async (): Promise<string> =>
  (await request(`http://${proxy.address}/`, { method: 'PUT', body: 'x' })).body.text();

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
