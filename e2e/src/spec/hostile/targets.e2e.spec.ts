import { newAgent, type TestAgent } from '../../house/actors';
import { type House, openHouse } from '../../house/house';
import { agentError, generalError } from '../../house/shapes';
import { exchange, message, type WireAnswer } from '../../house/wire';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

/** Asks for a target as it is written, which no client would leave as it is. */
async function ask(line: string, ...more: string[]): Promise<WireAnswer> {
  const lines = [`${line} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${house.adminToken}`];
  const [answer] = await exchange(house, message([...lines, 'Connection: close', ...more]));
  if (!answer) throw new Error(`no answer to ${line}`);
  return answer;
}

const said = ({ status, text }: WireAnswer): [number, unknown] => [status, JSON.parse(text)];

describe('a path is what it says, and leads nowhere else', () => {
  // proves: spec-7-404
  test.each([
    '//v1/agents',
    '/v1//agents',
    '/V1/agents',
    '/v1/Agents',
    '/v1/agents;a=b',
    '/v1;a/agents',
    '/v1/agents%2f',
    '/v1%2fagents',
    '/v1/./agents',
    '/v1/issues/../agents',
    '/v1/issues/%2e%2e/agents',
    '/v1/agents%00',
    '/v1/agents%20',
    '/v1/agents\\',
    '/v1/agents|',
    '/v1\\agents',
    '/../../etc/passwd',
    '/docs/../../package.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/assets/..%5c..%5cpackage.json',
    '/.git/config',
    '/v1/.env',
    '*',
    'ftp://evil.example/v1/agents',
    `/${'a'.repeat(15_000)}`,
  ])('GET %.60s is 404', async (target) => {
    expect(said(await ask(`GET ${target}`))).toEqual([404, generalError('not_found')]);
  });

  test.each([
    'issues/%00',
    'issues/a%00b',
    'issues/%2e%2e',
    'issues/..%2fagents',
    'agents/..%2f..%2fetc%2fpasswd',
    'agents/%0d%0aX-Forged:%201',
    'events/%E2%80%AE',
    'events/%F0%9F%92%A9',
    'policies/__proto__',
    'policies/constructor',
    'webhooks/%24where',
    'tokens/%7B%22%24ne%22%3A1%7D',
    'issues/%27%20OR%201%3D1--',
    `issues/${'a'.repeat(101)}`,
    `agents/${'a'.repeat(15_000)}`,
  ])('no id is %.60s', async (target) => {
    const method = target.startsWith('tokens') ? 'DELETE' : 'GET';
    const answer = await ask(`${method} /v1/${target}`);
    expect(said(answer)).toEqual([404, generalError('not_found')]);
    expect(answer.headers).not.toHaveProperty('x-forged');
  });

  test.each(['%', '%zz', '%u0041', '%ff', '%c0%ae%c0%ae', '%ed%a0%80', '%f4%90%80%80'])(
    '%s is no UTF-8 and is 400',
    async (id) => {
      const answer = await ask(`GET /v1/issues/${id}`);
      expect(said(answer)).toEqual([400, generalError('bad_request')]);
      expect(answer.text).toContain('a % must be written %25');
    },
  );

  test.each(['\x00', '\x7f', '\xff', '\xc3\xa9', 'a b'])('%j in a target is 400', async (part) => {
    const answer = await ask(`GET /v1/agents/${part}`);
    expect(said(answer)).toEqual([400, generalError('bad_request')]);
    expect(answer.text).toMatch(/Parse Error/);
  });

  test('however the path of an agent is written, what is wrong is said in the form of agents', async () => {
    for (const target of ['/v1/events%5fv2', '/v1/integrations/..%2fx', 'http://b/v1/events_v2'])
      expect((await ask(`DELETE ${target}`)).text).toContain('"type":"InvalidEvent"');
    expect(said(await ask('GET /v1/integrations/%ff'))).toEqual([400, agentError('InvalidEvent')]);
  });
});

describe('methods', () => {
  // proves: api-code-method-not-allowed
  test.each(['TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'LOCK', 'QUERY', 'OPTIONS', 'DELETE'])(
    '%s of a list is 405 and says what is known',
    async (method) => {
      const answer = await ask(`${method} /v1/issues`, 'X-Echo: secret-of-a-client');
      expect(said(answer)).toEqual([405, generalError('method_not_allowed')]);
      expect(answer.text).toContain('this path knows GET, HEAD');
      expect(answer.headers['allow']).toBe('GET, HEAD');
      expect(answer.text).not.toContain('secret-of-a-client');
    },
  );

  test.each(['get', 'Get', 'FOO', 'GET\x01', 'G ET'])('%j is no method: 400', async (method) => {
    expect(said(await ask(`${method} /v1/issues`))).toEqual([400, generalError('bad_request')]);
  });

  test('CONNECT is 400, and nothing is connected', async () => {
    const answer = await ask('CONNECT 127.0.0.1:22');
    expect(said(answer)).toEqual([400, generalError('bad_request')]);
    expect(answer.text).toContain('CONNECT is not taken here');
  });

  test('TRACE of a path of agents is 405 in their form', async () => {
    expect(said(await ask('TRACE /v1/events_v2'))).toEqual([405, agentError('InvalidEvent')]);
  });

  test.each([
    ['X-HTTP-Method-Override: DELETE'],
    ['X-HTTP-Method: DELETE'],
    ['X-Method-Override: DELETE'],
    ['X-Original-URL: /v1/tokens'],
    ['X-Rewrite-URL: /v1/tokens'],
    ['X-Forwarded-Prefix: /v1/tokens'],
  ])('%s changes nothing', async (header) => {
    const path = `/v1/agents/${agent.id}`;
    for (const target of [path, `${path}?_method=DELETE`]) {
      const answer = await ask(`GET ${target}`, header);
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(agent.id)]);
    }
    expect((await house.admin.get(path)).status).toBe(200);
  });
});
