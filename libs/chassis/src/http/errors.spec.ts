import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule] });
});
afterAll(() => house.close());

const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  more: Record<string, string> = {},
): ReturnType<TestHouse['inject']> =>
  house.inject({ method, url, headers: { authorization: `Bearer ${house.adminToken}`, ...more } });

test('a problem is answered in the general shape', async () => {
  const answer = await ask('GET', '/v1/issues/x');
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toEqual({
    error: {
      ...{ code: 'not_found', message: 'There is no such issue' },
      details: expect.stringMatching(/^the lists have the ids/) as string,
    },
  });
});

test('what is unavailable is a 503 that says when to come back', async () => {
  const answer = await ask('GET', '/v1/issues/away');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '3']);
  expect(answer.json()).toMatchObject({ error: { code: 'unavailable' } });
});

test('a fault is a 500 that tells nothing but the request id', async () => {
  const answer = await ask('GET', '/v1/issues/broken', { 'x-request-id': 'mine-1' });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['x-request-id']).toBe('mine-1');
  expect(answer.body).not.toContain('secret');
  expect(answer.json()).toMatchObject({
    error: { code: 'internal', details: expect.stringContaining('request mine-1') as string },
  });
});

test('a request id that could forge a log line is not taken', async () => {
  const answer = await ask('GET', '/v1/issues', { 'x-request-id': 'a b"c' });
  expect(answer.headers['x-request-id']).not.toBe('a b"c');
});

test('a request id that is a token is not repeated', async () => {
  const answer = await ask('GET', '/v1/issues', { 'x-request-id': house.adminToken });
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,20}$/);
});

test('a 400 of agent creation is {error}, its other errors have the general shape', async () => {
  const bad = await ask('POST', '/v1/agents');
  expect([bad.statusCode, bad.json()]).toEqual([400, { error: 'invalid agent kind' }]);
  const nobody = await house.inject({ method: 'POST', url: '/v1/agents' });
  expect(nobody.json()).toMatchObject({ error: { code: 'unauthorized' } });
});

test('an unknown path is 404 in the shape of its neighbours', async () => {
  const answer = await ask('GET', '/v1/nothing');
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
  for (const path of ['/v1/integrations/none', '/%76%31/integrations/none']) {
    const agents = await ask('GET', path);
    expect([agents.statusCode, agents.json()]).toMatchObject([404, { type: 'InvalidEvent' }]);
  }
});

test('a known path with another method is 405 and says which it knows', async () => {
  const answer = await ask('DELETE', '/v1/issues/7');
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  const agents = await ask('POST', '/v1/events_v2');
  expect([agents.statusCode, agents.headers.allow]).toEqual([405, 'PUT']);
  expect(agents.json()).toMatchObject({ type: 'InvalidEvent' });
});

test('a path that cannot be decoded is 400', async () => {
  const answer = await ask('GET', '/v1/issues/%zz');
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { error: { code: 'bad_request' } },
  ]);
  expect(answer.headers['x-request-id']).toBeDefined();
});

test('a parameter that is too long names nothing', async () => {
  expect((await ask('GET', `/v1/issues/${'x'.repeat(3000)}`)).statusCode).toBe(404);
});
