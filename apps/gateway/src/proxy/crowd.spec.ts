import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { dead, Setting } from '../testing/setting';

const setting = new Setting();
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await setting.end();
});

/** Sends this over a connection of its own, and reads nothing. */
function send(url: string, text: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket.on('error', () => undefined));
  socket.write(text);
  return socket;
}

const flood = (url: string, requests: number): Socket =>
  send(url, 'GET /v1/issues HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));

const LARGE = 'POST /v1/policies HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n';

test('thousands of requests over a few connections are not thousands at the service', async () => {
  const detection = await setting.service('detection', () => undefined);
  const { url } = await setting.gateway([detection]);
  const cut = [1, 2, 3].map(
    () => new Promise((gone) => flood(url, 12_000).resume().once('close', gone)),
  );
  await Promise.all(cut);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(detection.connections()).toBeLessThanOrEqual(48);
});

test('a service has so many requests in hand and no more; who waits too long is told, and others are served', async () => {
  const full = Promise.withResolvers<void>();
  let inHand = 0;
  const service = await setting.service('service', (request, response) => {
    if (!request.url?.startsWith('/v1/issues')) return response.end('free');
    inHand += 1;
    return inHand === 256 ? full.resolve() : undefined;
  });
  const { url } = await setting.gateway([service], { patience: { turn: 50 }, limited: false });
  for (let i = 0; i < 20; i += 1) flood(url, 16);
  await full.promise;
  const answer = await fetch(`${url}/v1/issues`);
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { error: { code: 'unavailable', message: expect.stringContaining('overloaded') as string } },
  ]);
  expect(inHand).toBe(256);
  expect(await (await fetch(`${url}/v1/events`)).text()).toBe('free');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('who sends hundreds at once has few of them at the service, waits behind itself, and is told so', async () => {
  let inHand = 0;
  const service = await setting.service('service', (request, response) => {
    if (!request.url?.startsWith('/v1/issues')) return response.end('free');
    inHand += 1;
    return undefined;
  });
  const { url } = await setting.gateway([service]);
  const known = { headers: { authorization: 'Bearer of somebody else' } };
  expect((await fetch(`${url}/v1/events`, known)).status).toBe(200);
  const end = new AbortController();
  const crowd = Array.from({ length: 32 + 1_024 + 20 }, () =>
    fetch(`${url}/v1/issues`, { signal: end.signal }),
  );
  const answer = await Promise.race(crowd);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    ...[429, '1'],
    { error: { code: 'rate_limited', details: 'wait for answers before you ask for more' } },
  ]);
  expect([inHand, await (await fetch(`${url}/v1/events`, known)).text()]).toEqual([32, 'free']);
  end.abort();
  await Promise.allSettled(crowd);
});

test('who sends heads without their bodies keeps no turn of others', async () => {
  const service = await setting.service('service');
  const { url } = await setting.gateway([service], { patience: { turn: 50 } });
  for (let i = 0; i < 40; i += 1) {
    const socket = send(url, `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${LARGE}`);
    // What it sent has been read.
    await once(socket, 'readable');
  }
  expect((await fetch(`${url}/v1/policies`)).status).toBe(200);
  expect(service.arrived).toHaveLength(1);
});

test('who sends the beginning of bodies keeps no turn of others when the service has answered', async () => {
  const service = await setting.service('service', (_, response) => {
    response.statusCode = 401;
    response.end('who?');
  });
  const { url } = await setting.gateway([service], { patience: { turn: 50 } });
  for (let i = 0; i < 40; i += 1) {
    const [said] = (await once(send(url, `${LARGE}x`), 'data')) as [Buffer];
    expect(String(said)).toMatch(/^HTTP\/1.1 401 /);
  }
  expect((await fetch(`${url}/v1/policies`)).status).toBe(401);
});

test.each([
  ['with a length', 'Content-Length: 8000000', 'x'.repeat(8_000_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `7a1200\r\n${'x'.repeat(8_000_000)}\r\n0\r\n\r\n`],
])(
  'a large body that no service takes runs out, and the next request is answered: %s',
  async (_, header, body) => {
    const { url } = await setting.gateway([dead]);
    const asking = `POST /v1/policies HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}`;
    const socket = send(url, `${asking}GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
    let said = '';
    for await (const piece of socket) {
      said += String(piece);
      if (said.includes('HTTP/1.1 200 ')) break;
    }
    expect(said).toMatch(/^HTTP\/1.1 503 [^]*HTTP\/1.1 200 /);
  },
);

test('who reads large answers slowly keeps no turn of others, and is told when it asks for more', async () => {
  const service = await setting.service('service', (request, response) => {
    if (!request.url?.startsWith('/v1/issues')) return response.end('free');
    return response.write('x'.repeat(100_000));
  });
  const { url } = await setting.gateway([service]);
  const asked = (token: string): Promise<Response> =>
    fetch(`${url}/v1/issues`, { headers: { authorization: `Bearer ${token}` } });
  // A token is somebody of its own once it was answered well.
  for (const token of ['hostile', 'another'])
    await fetch(`${url}/v1/events`, { headers: { authorization: `Bearer ${token}` } });
  const unread: Response[] = [];
  for (let i = 0; i < 64; i += 1) unread.push(await asked('hostile'));
  const more = await asked('hostile');
  expect([more.status, await more.json(), more.headers.get('retry-after')]).toMatchObject([
    429,
    { error: { code: 'rate_limited', details: 'read them to their end before you ask for more' } },
    '1',
  ]);
  const other = await asked('another');
  expect([other.status, await (await fetch(`${url}/v1/events`)).text()]).toEqual([200, 'free']);
  await unread.pop()?.body?.cancel();
  // Until the gateway has heard of it.
  let again = await asked('hostile');
  while (again.status === 429) again = await asked('hostile');
  expect(again.status).toBe(200);
  for (const answer of [...unread, other, again]) await answer.body?.cancel();
});

test('who asks for a large answer while others read all that may be read is told that it is crowded, not that it asks for too much', async () => {
  const service = await setting.service('service', (request, response) => {
    if (!request.url?.startsWith('/v1/issues')) return response.end('free');
    return response.write('x'.repeat(100_000));
  });
  const { url } = await setting.gateway([service]);
  const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const unread: Response[] = [];
  for (const token of 'abcdefgh') {
    await fetch(`${url}/v1/events`, as(token));
    for (let i = 0; i < 64; i += 1) unread.push(await fetch(`${url}/v1/issues`, as(token)));
  }
  const other = await fetch(`${url}/v1/issues`);
  expect([other.status, await other.json()]).toMatchObject([
    503,
    { error: { code: 'unavailable', message: expect.stringContaining('overloaded') as string } },
  ]);
  for (const answer of unread) await answer.body?.cancel();
});
