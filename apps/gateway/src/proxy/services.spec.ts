import { subscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { dead, Setting } from '../testing/setting';

const setting = new Setting();
afterEach(() => setting.end());

test.each([
  ['GET', '/v1/issues', { error: { code: 'unavailable' } }],
  ['POST', '/v1/agents', { error: { code: 'unavailable' } }],
  ['PUT', '/v1/events_v2', { type: 'Unavailable' }],
  ['POST', '/v1/agent_heartbeat', { type: 'Unavailable' }],
  ['POST', '/v1/integrations/falco', { type: 'Unavailable' }],
])('a service that is away is 503 in the shape of its route: %s %s', async (method, path, body) => {
  const { url } = await setting.gateway([dead]);
  const payload = method === 'GET' ? {} : { body: '{}' };
  const answer = await fetch(url + path, { method, ...payload });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(answer.headers.get('x-request-id')).toMatch(/\S/);
  expect(await answer.json()).toMatchObject(body);
});

test('a service that does not answer in time is 503', async () => {
  const ingest = await setting.service('ingest', () => undefined);
  const { url } = await setting.gateway([ingest], { patience: { answer: 100 } });
  const answer = await fetch(`${url}/v1/events`);
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { error: { message: 'The answer took too long' } },
  ]);
});

test.each(['GET', 'PUT', 'POST', 'DELETE', 'PATCH'])(
  'of two addresses, one that refuses connections is passed over: %s',
  async (method) => {
    const ingest = await setting.service('ingest');
    const { url } = await setting.gateway([dead, ingest]);
    const body = method === 'GET' ? {} : { body: 'x'.repeat(100_000) };
    for (let i = 0; i < 4; i += 1)
      expect((await fetch(`${url}/v1/events`, { method, ...body })).status).toBe(200);
    expect(ingest.arrived.map((a) => a.body.length)).toEqual(Array(4).fill(body.body?.length ?? 0));
  },
);

test('addresses that are ready are used in turn; one that is not gets nothing until it is', async () => {
  const [a, b] = [await setting.service('a'), await setting.service('b')];
  b.ready = false;
  const { url } = await setting.gateway([a, b]);
  const said = async (): Promise<string> => (await fetch(`${url}/v1/events`)).text();
  for (let i = 0; i < 6; i += 1) expect(await said()).toBe('a');
  b.ready = true;
  while ((await said()) !== 'b');
  const turns = [await said(), await said(), await said(), await said()];
  expect(turns.filter((name) => name === 'a')).toHaveLength(2);
});

test('when no address says it is ready they are used all the same', async () => {
  const [a, b] = [await setting.service('a'), await setting.service('b')];
  [a.ready, b.ready] = [false, false];
  const { url } = await setting.gateway([a, b]);
  expect((await fetch(`${url}/v1/events`)).status).toBe(200);
});

/** Cuts the connection of the first requests without an answer, as a service does that ends while they are on their way. */
const cutting = (times: number): { listener: RequestListener; bodies: string[] } => {
  const bodies: string[] = [];
  const listener: RequestListener = (request, response) =>
    void text(request).then((body) => {
      bodies.push(body);
      if (bodies.length <= times) request.socket.destroy();
      else response.end('done');
    });
  return { listener, bodies };
};

test.each([
  ['GET', {}, ['', '']],
  ['PUT', { body: '{"kind":"a"}' }, ['{"kind":"a"}', '{"kind":"a"}']],
])(
  '%s is sent once more when its connection was cut before an answer',
  async (method, body, sent) => {
    const { listener, bodies } = cutting(1);
    const { url } = await setting.gateway([await setting.service('ingest', listener)]);
    const answer = await fetch(`${url}/v1/events_v2`, { method, ...body });
    expect([answer.status, await answer.text(), bodies]).toEqual([200, 'done', sent]);
  },
);

test.each([
  ['POST', {}],
  ['PATCH', {}],
  ['DELETE', {}],
  ['PUT', { 'if-match': '"1"' }],
])('%s %j is not sent twice: it may have been done', async (method, headers) => {
  const { listener, bodies } = cutting(1);
  const { url } = await setting.gateway([await setting.service('registry', listener)]);
  const answer = await fetch(`${url}/v1/policies/1`, { method, headers, body: '{}' });
  expect([answer.status, bodies]).toEqual([503, ['{}']]);
});

test('an answer that is cut off in its middle is asked for again when that is safe', async () => {
  let asked = 0;
  const detection = await setting.service('detection', (request, response) => {
    asked += 1;
    response.setHeader('content-length', 4);
    if (asked > 1) response.end('done');
    else response.write('do', () => request.socket.destroy());
  });
  const { url } = await setting.gateway([detection]);
  expect(await (await fetch(`${url}/v1/issues`)).text()).toBe('done');
  asked = 0;
  expect((await fetch(`${url}/v1/issues/1`, { method: 'PATCH' })).status).toBe(503);
});

test('nothing is sent a third time', async () => {
  const { listener, bodies } = cutting(9);
  const { url } = await setting.gateway([await setting.service('ingest', listener)]);
  expect((await fetch(`${url}/v1/events`)).status).toBe(503);
  expect(bodies).toHaveLength(2);
});

test.each(['GET', 'POST', 'DELETE'])(
  'an only address that refuses a connection is tried once more, a moment later: %s',
  async (method) => {
    const ingest = await setting.service('ingest');
    const { url } = await setting.gateway([ingest]);
    await ingest.stop();
    const refused = new Promise((heard) => subscribe('undici:client:connectError', heard));
    const asked = fetch(`${url}/v1/events`, { method });
    await refused;
    await ingest.restart();
    expect((await asked).status).toBe(200);
  },
);

test('connections move in time, so that new replicas behind one address get their part; none is cut', async () => {
  const [came, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ingest = await setting.service('ingest', (request, response) => {
    if (request.url !== '/v1/events/slow') return response.end('soon');
    came.resolve();
    return void go.promise.then(() => response.end('late'));
  });
  const { url } = await setting.gateway([ingest], { patience: { move: 20 } });
  const slow = fetch(`${url}/v1/events/slow`);
  await came.promise;
  while (ingest.connections() < 4) expect((await fetch(`${url}/v1/events`)).status).toBe(200);
  go.resolve();
  expect(await (await slow).text()).toBe('late');
});

test('a service that stops and comes back is found again', async () => {
  const ingest = await setting.service('ingest');
  const { url } = await setting.gateway([ingest]);
  const status = async (): Promise<number> => (await fetch(`${url}/v1/events`)).status;
  expect(await status()).toBe(200);
  await ingest.stop();
  expect(await status()).toBe(503);
  await ingest.restart();
  expect(await status()).toBe(200);
});
