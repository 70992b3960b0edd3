import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { testFront, type TestFront } from '@parapet/chassis/testing';
import { GatewayProcessModule } from '../gateway-process.module';
import { type ServiceServer, serviceServer } from '../testing/service-server';

let ingest: ServiceServer;
let front: TestFront;
const services = (url: string) => ({
  ...{ ingest: [url], detection: [url], registry: [url], notifier: [url] },
});
beforeAll(async () => {
  ingest = await serviceServer('ingest');
  const window = { limit: 1000, windowMs: 3_600_000 };
  const rateLimit = {
    ...{ on: true, user: window, events: window, agent: window },
    ...{ session: window, address: window, refused: window },
  };
  front = await testFront(GatewayProcessModule.with(), {
    services: services(ingest.url),
    rateLimit,
  });
});
afterAll(async () => {
  await front.close();
  await ingest.stop();
});

/** Sends the lines as they are over a bare socket and answers all that came back. */
async function raw(lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(front.url).port), '127.0.0.1');
  socket.write([...lines, 'Host: a', 'Connection: close', '', body].join('\r\n'));
  return text(socket);
}

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(front.url + path, init);

test('it needs no storage: alive, ready, with numbers and the API document', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
  expect((await get('/docs')).status).toBe(200);
  expect((await (await get('/v1/openapi.json')).json()) as object).toHaveProperty('openapi');
  await (await get('/v1/events/1')).text();
  expect(await (await get('/metrics')).text()).toContain(
    'parapet_http_request_duration_seconds_count{route="/v1/events",method="GET",status="200"} 1',
  );
});

test.each(['/v1/nothing', '/v1', '/nothing', '/v1/eventsx', '/v2/events', '//v1/events'])(
  '%s is 404 and goes to no service',
  async (path) => {
    const before = ingest.arrived.length;
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { code: 'not_found' } },
    ]);
    expect(ingest.arrived).toHaveLength(before);
  },
);

test('that a service is away counts for nobody, and the answer says where its client stands', async () => {
  const left = async (path: string): Promise<[number, number]> => {
    const { status, headers } = await get(path);
    return [status, Number(headers.get('x-ratelimit-remaining'))];
  };
  const [, before] = await left('/v1/nothing');
  await ingest.stop();
  expect(await left('/v1/events')).toEqual([503, before]);
  expect(await left('/v1/events')).toEqual([503, before]);
  await ingest.restart();
});

test('methods are judged by who answers the path', async () => {
  const answer = await get('/v1/openapi.json', { method: 'POST' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  await get('/v1/events', { method: 'OPTIONS' });
  expect(ingest.arrived.at(-1)?.method).toBe('OPTIONS');
});

test('a path that a service decodes goes to that service', async () => {
  await get('/v1/%65vents?x=1');
  expect(ingest.arrived.at(-1)?.url).toBe('/v1/%65vents?x=1');
  expect((await get('/v1/events/%ZZ')).status).toBe(400);
});

test.each([
  ['GET http://elsewhere/v1/events?x=1 HTTP/1.1', '/v1/events?x=1'],
  ['GET /v1/events#part HTTP/1.1', '/v1/events'],
])('a path that a service would understand is sent to it: %s', async (line, url) => {
  expect(await raw([line])).toMatch(/^HTTP\/1\.1 200 [^]*ingest$/);
  expect(ingest.arrived.at(-1)?.url).toBe(url);
});

test('the media type of what is forwarded is judged by the service', async () => {
  const lines = ['POST /v1/policies HTTP/1.1', 'Content-Type: ;;', 'Content-Length: 2'];
  expect(await raw(lines, '{}')).toMatch(/^HTTP\/1\.1 200 /);
  expect(ingest.arrived.at(-1)).toMatchObject({ headers: { 'content-type': ';;' }, body: '{}' });
});

test.each([
  ['POST', '/v1/agents', '{"error":"The header authorization came twice: send it once"}'],
  ['GET', '/v1/agents', '{"error":{"code":"bad_request",'],
  ['PUT', '/v1/events_v2', '"type":"InvalidEvent"}'],
])('what is refused here of %s %s has the shape of that route', async (method, path, body) => {
  const twin = ['Authorization: a', 'Authorization: b'];
  expect(await raw([`${method} ${path}?a HTTP/1.1`, ...twin])).toContain(body);
});

test('rule 20: what is wrong with a forwarded request and is said here counts for its address', async () => {
  const answer = await raw(['PUT /v1/events_v2 HTTP/1.1', 'Content-Length: 9000000']);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('x-ratelimit-limit: 1000\r\n');
  expect(answer).toContain('"type":"PayloadTooLarge"');
});

test('rule 20: what is answered here is counted however its path is written', async () => {
  for (const target of ['/%76%31/openapi.json', 'http://x/v1/openapi.json', '/%76%31/nothing'])
    expect(await raw([`GET ${target} HTTP/1.1`])).toContain('x-ratelimit-limit: 1000\r\n');
});

test('rule 20: what is forwarded is not counted here, what is answered here is', async () => {
  const limit = async (path: string): Promise<string | null> =>
    (await get(path)).headers.get('x-ratelimit-limit');
  expect(await limit('/v1/events')).toBeNull();
  expect(await limit('/v1/openapi.json')).toBe('1000');
  expect(await limit('/v1/nothing')).toBe('1000');
});

test('a gateway without the addresses of its services does not start, and says what is missing', async () => {
  const started = testFront(GatewayProcessModule.with(), {
    services: { ...services(ingest.url), ingest: [], notifier: [] },
  });
  await expect(started).rejects.toThrow(
    /INGEST_URL must be given to a gateway.*\nNOTIFIER_URL must be given/,
  );
});
