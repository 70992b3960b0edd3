import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn, setTimeout as later } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { breakOff, inTurn, leaveUnread } from './in-turn';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

async function server(handle: RequestListener, most?: number): Promise<Server> {
  const made = createServer(inTurn(handle, most)).listen(0, '127.0.0.1');
  await once(made, 'listening');
  open.push(() => {
    made.closeAllConnections();
    made.close();
  });
  return made;
}

function client(to: Server): Socket {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  open.push(() => socket.destroy());
  return socket;
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

test('of the requests that a client sends at once only a few are begun; the others follow in their order', async () => {
  const begun: ServerResponse[] = [];
  const full = Promise.withResolvers<void>();
  const to = await server((request, response) => {
    begun.push(response.setHeader('x-path', request.url ?? ''));
    if (begun.length === 16) full.resolve();
    if (begun.length > 16) response.end();
  });
  const socket = client(to);
  const paths = Array.from({ length: 140 }, (_, i) => `/${i}`);
  const all = paths.map((path, i) => get(path, i === 139 ? 'Connection: close\r\n' : ''));
  socket.write(all.join(''));
  await full.promise;
  // Another client's answer proves that this one's requests have been read.
  const other = client(to);
  other.write(get('/other', 'Connection: close\r\n'));
  await text(other);
  expect(begun).toHaveLength(17);
  for (const response of begun.slice(0, 16)) response.end();
  const answer = await text(socket);
  expect([...answer.matchAll(/x-path: (\S+)/g)].map(([, path]) => path)).toEqual(paths);
});

test('while many wait on all connections, who has more than a few waiting is cut off, and nobody else', async () => {
  const held: ServerResponse[] = [];
  let isHolding = true;
  let begun = Promise.withResolvers<void>();
  const to = await server((_, response) => {
    if (!isHolding) return void response.end();
    if (held.push(response) % 16 === 0) begun.resolve();
  }, 20);
  const sends = async (count: number): Promise<Socket> => {
    begun = Promise.withResolvers();
    const socket = client(to);
    socket.write(get('/').repeat(count - 1) + get('/last', 'Connection: close\r\n'));
    if (isHolding) await begun.promise;
    return socket;
  };
  const answersTo = async (socket: Socket): Promise<number> =>
    (await text(socket)).split('HTTP/1.1 200').length - 1;
  const [long, short] = [await sends(16 + 20), await sends(16 + 4)];
  const cut = (await sends(16 + 5)).resume();
  await new Promise((closed) => cut.once('close', closed));
  expect([long, short].map((socket) => socket.destroyed)).toEqual([false, false]);
  isHolding = false;
  for (const response of held) response.end();
  expect(await Promise.all([long, short].map(answersTo))).toEqual([36, 20]);
  // The places of all of them are free again, also of who was cut off.
  expect(await answersTo(await sends(16 + 20))).toBe(36);
});

test('bodies of requests that had to wait arrive whole', async () => {
  const to = await server((request, response) => {
    void text(request).then((body) => response.end(String(body.length)));
  });
  const socket = client(to);
  const body = 'x'.repeat(100_000);
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  socket.write(post.repeat(60) + get('/', 'Connection: close\r\n'));
  expect((await text(socket)).match(/100000/g)).toHaveLength(60);
});

test('who sends hundreds of requests without waiting for an answer is cut off', async () => {
  let begun = 0;
  const socket = client(await server(() => (begun += 1)));
  socket.write(get('/').repeat(12_000));
  await new Promise((cut) => socket.once('close', cut));
  expect(begun).toBe(16);
});

test('a client that goes away is told to every request in hand, not only to the first', async () => {
  const closed = Promise.withResolvers<void>();
  let [begun, gone] = [0, 0];
  const socket = client(
    await server((_, response) => {
      response.once('close', () => (gone += 1) === 5 && closed.resolve());
      if ((begun += 1) === 5) socket.destroy();
    }),
  );
  socket.write(get('/').repeat(5));
  await closed.promise;
});

test('a connection that waits for its next request keeps nothing of the one that was answered', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const answered: WeakRef<ServerResponse>[] = [];
  const to = await server((_request, response) => {
    answered.push(new WeakRef(response));
    response.end('done');
  });
  const socket = client(to);
  socket.write(get('/'));
  await once(socket, 'data');
  while (answered[0]?.deref()) {
    await turn();
    collect();
  }
  expect(socket.destroyed).toBe(false);
});

/** Answers at once and rests, like who turns a client away. */
async function resting(ms: number): Promise<{ readonly to: Server; readonly begun: string[] }> {
  const begun: string[] = [];
  const to = await server((request, response) => {
    begun.push(request.url ?? '');
    if (begun.length === 1) leaveUnread(request.socket, ms);
    response.end('done');
  });
  return { to, begun };
}

test('while a connection rests nothing of it is begun, also what came in one piece; then it goes on', async () => {
  const { to, begun } = await resting(300);
  const socket = client(to);
  const began = performance.now();
  socket.write(get('/1') + get('/2'));
  await once(socket, 'data');
  expect(begun).toEqual(['/1']);
  socket.write(get('/3', 'Connection: close\r\n'));
  await text(socket);
  expect(begun).toEqual(['/1', '/2', '/3']);
  expect(performance.now() - began).toBeGreaterThan(290);
});

test('who rests and has nothing to say is heard when it says something later', async () => {
  const { to, begun } = await resting(50);
  const socket = client(to);
  socket.write(get('/1'));
  await once(socket, 'data');
  await later(100);
  socket.write(get('/2', 'Connection: close\r\n'));
  await text(socket);
  expect(begun).toEqual(['/1', '/2']);
});

test('a body that is still arriving is read to its end while its connection rests', async () => {
  const { to, begun } = await resting(50);
  const socket = client(to);
  socket.write(`POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc`);
  await once(socket, 'data');
  socket.write(`def${get('/2', 'Connection: close\r\n')}`);
  expect(await text(socket)).toContain('done');
  expect(begun).toEqual(['/1', '/2']);
});

test('of a connection that rests the refusal of what is no request is still said', async () => {
  const { to } = await resting(100);
  const heard = new Promise((then) =>
    to.on('clientError', (_, socket: Socket) => breakOff(socket, then)),
  );
  client(to).write(`${get('/1')}no request\r\n\r\n`);
  expect(await heard).toEqual({ arriving: null, answered: false });
});
