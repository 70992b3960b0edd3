import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { Connections } from './connections';
import { inTurn } from './in-turn';
import { makeRoom } from './make-room';

const open: (() => void)[] = [];
let said: jest.SpyInstance;
beforeEach(() => (said = jest.spyOn(Logger.prototype, 'warn').mockReturnValue()));
afterEach(() => {
  jest.restoreAllMocks();
  for (const close of open.splice(0)) close();
});

/** A server that holds at most 20 connections, and answers but for what asks to wait. */
async function server(): Promise<Server> {
  const answer: RequestListener = (request, response) =>
    void (request.url === '/wait' || response.end());
  const made = createServer(inTurn(answer));
  makeRoom(new Connections(made), 20);
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  open.push(() => {
    made.closeAllConnections();
    made.close();
  });
  return made;
}

/** Somebody who connects from an address, and asks, where it is said for what; the end of the connection is waited for by nobody. */
async function client(to: Server, localAddress: string, path?: string): Promise<Socket> {
  const { port } = to.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  open.push(() => socket.destroy());
  const begun = path === '/wait' ? once(to, 'request') : undefined;
  await once(socket, 'connect');
  if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await begun;
  return socket;
}

async function clients(count: number, ...[to, from, path]: Parameters<typeof client>) {
  const made: Socket[] = [];
  for (let i = 0; i < count; i += 1) made.push(await client(to, from, path));
  return made;
}

test('one client that keeps all connections shuts nobody out, and loses those first that do nothing', async () => {
  const to = await server();
  const busy = await clients(2, to, '127.0.0.1', '/wait');
  const idle = await clients(17, to, '127.0.0.1');
  const ends = idle.slice(0, 2).map((socket) => once(socket, 'close'));
  const [last] = await clients(1, to, '127.0.0.1');
  await Promise.all(ends);
  for (let i = 0; i < 10; i += 1) await once(await client(to, '127.0.0.2', '/'), 'data');
  expect(busy.filter((socket) => socket.destroyed)).toEqual([]);
  expect(last?.destroyed).toBe(false);
  expect(said.mock.calls).toEqual([['MAX_CONNECTIONS: of 20 connections of 127.0.0.1 2 were cut']]);
});

test('nothing that is being answered is cut, though all come by one address, as they do through a proxy', async () => {
  const to = await server();
  const busy = await clients(20, to, '127.0.0.1', '/wait');
  await once(await client(to, '127.0.0.2'), 'close');
  expect(busy.filter((socket) => socket.destroyed)).toEqual([]);
  expect(said.mock.calls).toEqual([['MAX_CONNECTIONS: there are 20, and no more are taken']]);
});

test('five clients that keep all connections shut nobody out: the oldest that rests gives way', async () => {
  const to = await server();
  const busy = await clients(4, to, '127.0.0.1', '/wait');
  const [oldest] = await clients(1, to, '127.0.0.2');
  for (const i of [2, 3, 4, 5]) await clients(i > 2 ? 4 : 2, to, `127.0.0.${i}`);
  const end = once(oldest!, 'close');
  await client(to, '127.0.0.2');
  await end;
  await once(await client(to, '127.0.0.9', '/'), 'data');
  expect(busy.filter((socket) => socket.destroyed)).toEqual([]);
  expect(said.mock.calls).toEqual([['MAX_CONNECTIONS: of 4 connections of 127.0.0.2 1 were cut']]);
});

test('who has one connection keeps it, however many others have a few', async () => {
  const to = await server();
  const honest: Socket[] = [];
  for (let i = 1; i <= 7; i += 1) honest.push(await client(to, `127.0.1.${i}`));
  for (let i = 1; i <= 3; i += 1) await clients(4, to, `127.0.0.${i}`);
  for (let i = 1; i <= 12; i += 1) await client(to, `127.0.0.${(i % 3) + 1}`);
  for (const socket of honest) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.all(honest.map((socket) => once(socket, 'data')));
});
