import { once } from 'node:events';
import { connect } from 'node:net';
import { newAgent, type TestAgent } from '../house/actors';
import type { Asked } from '../house/client';
import { type House, openHouse } from '../house/house';
import { agentError, generalError } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

/** Sends the text as it is over a bare socket and answers all that came back. */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(house.baseUrl);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return said;
}

const head = (...lines: string[]): string => [...lines, 'Connection: close', '', ''].join('\r\n');

describe('7. errors in the general form', () => {
  // proves: spec-7-json, spec-7-general, spec-7-404, api-details, api-shape-general, api-code-not-found,
  // proves: api-code-method-not-allowed, api-code-unsupported-media-type, api-code-payload-too-large
  test.each<[number, string, Asked]>([
    [404, 'not_found', { method: 'GET', path: '/v1/nothing' }],
    [404, 'not_found', { method: 'GET', path: '/v1' }],
    [404, 'not_found', { method: 'GET', path: '/v2/issues' }],
    [404, 'not_found', { method: 'POST', path: '/v1/issues/issue_x/explode' }],
    [405, 'method_not_allowed', { method: 'POST', path: '/v1/issues', body: {} }],
    [405, 'method_not_allowed', { method: 'DELETE', path: '/v1/agents' }],
    [405, 'method_not_allowed', { method: 'PATCH', path: '/v1/issues/export', body: {} }],
    [405, 'method_not_allowed', { method: 'PUT', path: '/v1/events', body: {} }],
    [
      415,
      'unsupported_media_type',
      {
        method: 'POST',
        path: '/v1/tokens',
        body: 'a=b',
        type: 'application/x-www-form-urlencoded',
      },
    ],
    [
      415,
      'unsupported_media_type',
      { method: 'POST', path: '/v1/agents', body: 'x', type: 'text/plain' },
    ],
    [
      413,
      'payload_too_large',
      { method: 'POST', path: '/v1/tokens', body: { name: 'x'.repeat(300_000) } },
    ],
    [
      413,
      'payload_too_large',
      { method: 'POST', path: '/v1/agents', body: { name: 'x'.repeat(300_000) } },
    ],
  ])('%i %s: %#', async (status, code, asked) => {
    const answer = await house.admin.send(asked);
    expect([answer.status, answer.body]).toEqual([status, generalError(code)]);
    if (status === 405) expect(answer.headers['allow']).toMatch(/[A-Z]/);
  });

  // proves: api-shape-agents
  test('405 on the agent routes has their shape', async () => {
    const answer = await agent.client.get('/v1/events_v2');
    expect([answer.status, answer.body]).toEqual([405, agentError('InvalidEvent')]);
    expect(answer.headers['allow']).toContain('PUT');
  });
});

describe('requests that are hardly HTTP', () => {
  // proves: api-duplicate-headers
  test.each([
    [
      'two Authorization headers',
      ['GET /v1/issues HTTP/1.1', 'Host: a', 'Authorization: Bearer a', 'Authorization: Bearer b'],
    ],
    ['two Host headers', ['GET /v1/issues HTTP/1.1', 'Host: a', 'Host: b']],
    ['no Host', ['GET /v1/issues HTTP/1.1']],
    ['a header with a blank in its name', ['GET /v1/issues HTTP/1.1', 'Host: a', 'X Y: 1']],
    [
      'Content-Length twice',
      ['POST /v1/agents HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'],
    ],
    [
      'a length and chunks',
      ['POST /v1/agents HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    ],
  ])('%s: 400', async (_, lines) => {
    expect(await raw(head(...lines))).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('headers beyond all measure: 431', async () => {
    const long = `X-Long: ${'x'.repeat(100_000)}`;
    expect(await raw(head('GET /v1/issues HTTP/1.1', 'Host: a', long))).toMatch(/^HTTP\/1\.1 431 /);
  });

  test.each([
    '/v1/issues/%',
    '/v1/issues/%00',
    '/v1/issues/%ff',
    '/v1/issues?cursor=%',
    '/v1/issues/../../etc/passwd',
  ])('GET %s is refused with a 4xx, or answered', async (path) => {
    const token = `Authorization: Bearer ${house.adminToken}`;
    const answer = await raw(head(`GET ${path} HTTP/1.1`, 'Host: a', token));
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
  });
});
