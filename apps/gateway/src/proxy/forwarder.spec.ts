import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { Setting } from '../testing/setting';

const setting = new Setting();
afterEach(() => setting.end());

test('what a client sends arrives as it was sent, and the answer comes back as it was answered', async () => {
  const issues = await setting.service('issues', (request, response) => {
    response.writeHead(201, { etag: '"1"', 'set-cookie': ['a=1', 'b=2'], 'x-ratelimit-limit': 7 });
    void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}`));
  });
  const { url } = await setting.gateway([issues]);
  const answer = await fetch(`${url}/v1/policies/a%2Fb/../c?x=%20y&x=2`, {
    ...{ method: 'POST', body: 'é: 1', headers: { 'content-type': 'application/yaml' } },
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('etag')).toBe('"1"');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('x-ratelimit-limit')).toBe('7');
  expect(await answer.text()).toBe('POST /v1/policies/c?x=%20y&x=2 é: 1');
});

test('headers of the connection stay on it; who the client is, the gateway says', async () => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest]);
  const { host } = new URL(url);
  const asked = ask(`${url}/v1/events`, {
    headers: {
      ...{ Connection: 'keep-alive, X-Secret-Hop', 'X-Secret-Hop': '1', TE: 'trailers' },
      ...{
        'Proxy-Authorization': 'Basic x',
        'X-Forwarded-For': '6.6.6.6',
        Forwarded: 'for=6.6.6.6',
      },
      ...{ Authorization: 'Bearer t', 'X-Request-Id': 'mine', 'X-Forwarded-Proto': 'https' },
      ...{ 'X-Twice': ['a', 'b'] },
    },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  const { headers } = ingest.arrived[0] ?? { headers: {} };
  expect(headers).toMatchObject({
    ...{ authorization: 'Bearer t', 'x-request-id': 'mine', 'x-twice': 'a, b' },
    ...{ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': host },
    host: new URL(ingest.url).host,
  });
  for (const name of ['x-secret-hop', 'te', 'proxy-authorization', 'forwarded'])
    expect(headers).not.toHaveProperty(name);
  expect(answer.headers['x-request-id']).toBe('mine');
});

test('what says who asks, and for what, is not taken away by a client that calls it its connection’s', async () => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest]);
  const said = {
    ...{ authorization: 'Bearer t', cookie: 'parapet_session=s', origin: 'https://a.example' },
    ...{ 'idempotency-key': 'k', 'if-match': '"1"', 'if-none-match': '"2"', 'last-event-id': '3' },
    ...{ 'content-type': 'application/json', 'content-encoding': 'gzip', 'sec-fetch-site': 'none' },
  };
  const Connection = ['keep-alive', ...Object.keys(said)].join(', ').replace('auth', 'Auth');
  const asked = ask(`${url}/v1/events`, { headers: { ...said, Connection } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  expect(ingest.arrived[0]?.headers).toMatchObject(said);
});

test('the client that a proxy of TRUST_PROXY names is handed on, and nothing that was written before it', async () => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest], { trustProxy: ['127.0.0.1'] });
  const said = { 'x-forwarded-for': '6.6.6.6, 192.0.2.7', 'x-forwarded-proto': 'https' };
  await fetch(`${url}/v1/events`, { headers: { ...said, 'x-forwarded-host': 'house.example' } });
  expect(ingest.arrived[0]?.headers).toMatchObject({
    ...{ 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' },
    'x-forwarded-host': 'house.example',
  });
});

test('connections to a service are kept', async () => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest]);
  for (let i = 0; i < 20; i += 1) await (await fetch(`${url}/v1/events`)).text();
  expect(ingest.connections()).toBe(1);
});

test('large bodies pass in both directions piece by piece', async () => {
  const ingest = await setting.service('ingest', (request, response) => {
    // Each piece is answered before the next one is sent: nobody on the way may wait for the whole.
    request.on('data', (piece: Buffer) => response.write(piece));
    request.on('end', () => response.end());
  });
  const { url } = await setting.gateway([ingest]);
  const asked = ask(`${url}/v1/events_v2/batch`, { method: 'POST' });
  asked.write('1');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  for (const piece of ['2', '3']) {
    await once(answer, 'data');
    asked.write(piece);
  }
  await once(answer, 'data');
  asked.end();
  await once(answer, 'end');
});

test('a client that goes away in the middle of an answer frees the service', async () => {
  const freed = Promise.withResolvers<void>();
  const ingest = await setting.service('ingest', (_, response) => {
    response.on('close', freed.resolve);
    response.write('the beginning');
  });
  const { url } = await setting.gateway([ingest]);
  const asked = ask(`${url}/v1/events`).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer, 'data');
  asked.on('error', () => undefined).destroy();
  await freed.promise;
});

test('a client that goes away before it is answered frees the service', async () => {
  const [came, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ingest = await setting.service('ingest', (_, response) => {
    response.on('close', freed.resolve);
    came.resolve();
  });
  const { url } = await setting.gateway([ingest]);
  const asked = ask(`${url}/v1/events`)
    .on('error', () => undefined)
    .end();
  await came.promise;
  asked.destroy();
  await freed.promise;
});

test.each([
  [204, {}],
  [304, { etag: '"1"' }],
  [404, { 'content-type': 'application/json' }],
  [500, {}],
])('an answer without a body keeps its status %i', async (status, headers) => {
  const detection = await setting.service('detection', (_, response) =>
    response.writeHead(status, headers).end(),
  );
  const { url } = await setting.gateway([detection]);
  const answer = await fetch(`${url}/v1/issues`);
  expect([answer.status, await answer.text()]).toEqual([status, '']);
  for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
});

test('HEAD keeps the length that GET would have', async () => {
  const detection = await setting.service('detection', (_, response) =>
    response.setHeader('content-length', 9).end(),
  );
  const { url } = await setting.gateway([detection]);
  const answer = await fetch(`${url}/v1/issues`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '9']);
});

test.each([
  ['HEAD', 200],
  ['GET', 304],
])('no length is made up for %s that is answered %i without one', async (method, status) => {
  const detection = await setting.service('detection', (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(),
  );
  const { url } = await setting.gateway([detection]);
  const answer = await fetch(`${url}/v1/issues`, { method });
  expect([answer.status, answer.headers.get('content-length')]).toEqual([status, null]);
});

test('an early answer to a body that is still being sent is handed on', async () => {
  const ingest = await setting.service('ingest', (_, response) =>
    response.writeHead(413, { connection: 'close' }).end('too large'),
  );
  const { url } = await setting.gateway([ingest]);
  const asked = ask(`${url}/v1/events_v2`, {
    ...{ method: 'PUT', headers: { 'content-length': 1_000_000 } },
  });
  asked.on('error', () => undefined).write('x'.repeat(1000));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'keep-alive']);
  expect(await text(answer)).toBe('too large');
  asked.destroy();
});

test('a small body that does not come in time is refused as a service would, and ends the connection', async () => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest], { patience: { body: 20 } });
  const asked = ask(`${url}/v1/events_v2`, { method: 'PUT', headers: { 'content-length': 10 } });
  asked.on('error', () => undefined).write('{');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
  expect(await text(answer)).toContain('{"error":"The request took too long to arrive');
  expect(ingest.arrived).toEqual([]);
  asked.destroy();
});

test('what a trusted proxy names as the client and is no address is not handed on', async () => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest], { trustProxy: ['127.0.0.1'] });
  await fetch(`${url}/v1/events`, { headers: { 'x-forwarded-for': 'z'.repeat(1000) } });
  expect(ingest.arrived[0]?.headers['x-forwarded-for']).toBe('unknown');
});

test.each([
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
])(
  'a client that a trusted proxy names with its port, as %s, is handed on without',
  async (...said) => {
    const [written, client] = said;
    const ingest = await setting.service('ingest');
    const { url } = await setting.gateway([ingest], { trustProxy: ['127.0.0.1'] });
    await fetch(`${url}/v1/events`, { headers: { 'x-forwarded-for': written } });
    expect(ingest.arrived[0]?.headers['x-forwarded-for']).toBe(client);
  },
);

test.each([
  // Its sender is heard out, or would be reset before reading this.
  [9, 'keep-alive'],
  [17, 'close'],
])('a body that no service would take, of %s MiB, is refused here', async (size, connection) => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest]);
  const asked = ask(`${url}/v1/events_v2/batch`, {
    ...{ method: 'POST', headers: { 'content-length': size * 1024 * 1024 } },
  });
  asked.on('error', () => undefined).flushHeaders();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([413, connection]);
  expect(await text(answer)).toContain('"type":"PayloadTooLarge"');
  expect(ingest.arrived).toEqual([]);
  asked.destroy();
});
