import { crc32 } from 'node:zlib';
import { connection, newAgent, record } from '../house/actors';
import type { Asked, Client } from '../house/client';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { generalError, ISO, type Page } from '../house/shapes';

jest.setTimeout(60_000);

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

interface Token {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

async function newToken(body: object): Promise<{ token: Token; client: Client }> {
  const answer = await house.admin.post<Token>('/v1/tokens', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { token: answer.body, client: house.admin.as(answer.body.token) };
}

describe('POST /v1/tokens', () => {
  // proves: api-post-token
  test('answers 201 with id, name, token, permissions, created_at and expires_at', async () => {
    const permissions = ['issues:read', 'events:read'];
    const answer = await house.admin.post('/v1/tokens', { name: 'reader', permissions });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^token_[A-Za-z0-9_-]+$/),
        name: 'reader',
        token: expect.stringMatching(/^pp_u_[A-Za-z0-9]{38}$/),
        permissions,
        created_at: expect.stringMatching(ISO),
        expires_at: null,
      },
    ]);
  });

  // proves: spec-5-displayed-once, api-post-token-once, api-get-tokens
  test('the token is shown once: the list has it without', async () => {
    const { token } = await newToken({ name: 'secretive', permissions: ['issues:read'] });
    const answer = await house.admin.get<Page<Token>>('/v1/tokens?limit=1000');
    expect(answer.body.data.find(({ id }) => id === token.id)).toMatchObject({ name: 'secretive' });
    expect(answer.text).not.toContain(token.token);
    expect(answer.text).not.toMatch(/"token"|digest/);
    expect(answer.body.pagination).toMatchObject({ has_more: expect.any(Boolean) });
  });

  test.each([
    [{}],
    [{ name: '' }],
    [{ name: 5 }],
    [{ name: 'x', permissions: 'admin' }],
    [{ name: 'x', permissions: ['issues:fly'] }],
    [{ name: 'x', expires_at: 'tomorrow' }],
    [[]],
    ['{'],
  ])('%j answers 400', async (body) => {
    const answer = await house.admin.post('/v1/tokens', body);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });

  test('nobody grants more than they hold', async () => {
    const { client } = await newToken({
      name: 'clerk',
      permissions: ['tokens:write', 'issues:read'],
    });
    const answer = await client.post('/v1/tokens', { name: 'up', permissions: ['admin'] });
    expect([answer.status, answer.body]).toEqual([403, generalError('forbidden')]);
    const less = await client.post('/v1/tokens', { name: 'down', permissions: ['issues:read'] });
    expect(less.status).toBe(201);
  });
});

describe('the form of a token', () => {
  const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const base62 = (number: number): string =>
    (number < 62 ? '' : base62(Math.floor(number / 62))) + DIGITS.charAt(number % 62);

  // proves: api-token-format
  test('is a prefix, 32 characters and the CRC-32 of all before in six', async () => {
    const user = (await newToken({ name: 'formed', permissions: ['issues:read'] })).token.token;
    for (const [prefix, token] of [
      ['pp_u_', user],
      ['pp_a_', (await newAgent(house.admin)).token],
    ] as const) {
      expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
      expect(token.slice(-6)).toBe(base62(crc32(token.slice(0, -6))).padStart(6, '0'));
    }
  });
});

describe('5. a token that is expired or revoked', () => {
  const unauthorized = generalError('unauthorized');

  // proves: spec-5-expired-or-revoked, spec-7-general, spec-7-401, api-delete-token, api-revocation
  test('revoked: rejected as unauthorized at once', async () => {
    const { token, client } = await newToken({ name: 'short', permissions: ['issues:read'] });
    expect((await client.get('/v1/issues')).status).toBe(200);
    expect((await house.admin.delete(`/v1/tokens/${token.id}`)).status).toBe(204);
    const answer = await client.get('/v1/issues');
    expect([answer.status, answer.body]).toEqual([401, unauthorized]);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  // proves: spec-5-expired-or-revoked, spec-7-401, api-post-token
  test('expired: rejected as unauthorized', async () => {
    const expires_at = new Date(Date.now() + 1_000).toISOString();
    const { client } = await newToken({ name: 'brief', permissions: ['issues:read'], expires_at });
    const answer = await eventually(async () => {
      const tried = await client.get('/v1/issues');
      return tried.status !== 200 && tried;
    });
    expect([answer.status, answer.body]).toEqual([401, unauthorized]);
  });

  test('DELETE of a token that does not exist answers 404', async () => {
    const answer = await house.admin.delete('/v1/tokens/token_none');
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});

describe('5. Authorization: Bearer <API_TOKEN>', () => {
  // proves: spec-5-bearer, spec-7-general, spec-7-401, api-www-authenticate, api-code-unauthorized
  test.each([
    ['none', {}],
    ['an empty one', { authorization: '' }],
    ['Basic', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['Bearer without a token', { authorization: 'Bearer ' }],
    ['nonsense', { authorization: 'Bearer nonsense' }],
    ['a well-formed one that nobody has', { authorization: `Bearer pp_u_${'A'.repeat(38)}` }],
  ])('%s answers 401 unauthorized', async (_, headers) => {
    for (const path of ['/v1/issues', '/v1/policies', '/v1/agents', '/v1/events', '/v1/tokens']) {
      const answer = await house.admin.as(null).get(path, headers);
      expect([path, answer.status, answer.body]).toEqual([path, 401, generalError('unauthorized')]);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  // proves: api-token-kind
  test('an agent token on a user route answers 401', async () => {
    const agent = await newAgent(house.admin);
    const answer = await agent.client.get('/v1/issues');
    expect([answer.status, answer.body]).toEqual([401, generalError('unauthorized')]);
  });
});

describe('7. 403: the token lacks permission', () => {
  const routes: [string, Asked][] = [
    ['issues:read', { method: 'GET', path: '/v1/issues' }],
    ['issues:read', { method: 'GET', path: '/v1/issues/issue_x' }],
    ['issues:write', { method: 'PATCH', path: '/v1/issues/issue_x', body: { status: 'open' } }],
    ['policies:read', { method: 'GET', path: '/v1/policies' }],
    ['policies:read', { method: 'GET', path: '/v1/policies/policy_x' }],
    ['policies:write', { method: 'POST', path: '/v1/policies', body: {} }],
    ['policies:write', { method: 'PUT', path: '/v1/policies/policy_x', body: {} }],
    ['policies:write', { method: 'DELETE', path: '/v1/policies/policy_x' }],
    ['agents:read', { method: 'GET', path: '/v1/agents' }],
    ['agents:read', { method: 'GET', path: '/v1/agents/agent_x' }],
    ['agents:write', { method: 'POST', path: '/v1/agents', body: {} }],
    ['agents:write', { method: 'PATCH', path: '/v1/agents/agent_x', body: {} }],
    ['agents:write', { method: 'DELETE', path: '/v1/agents/agent_x' }],
    ['agents:write', { method: 'POST', path: '/v1/agents/agent_x/token' }],
    ['events:read', { method: 'GET', path: '/v1/events' }],
    ['events:read', { method: 'GET', path: '/v1/events/event_x' }],
    ['tokens:read', { method: 'GET', path: '/v1/tokens' }],
    ['tokens:write', { method: 'POST', path: '/v1/tokens', body: {} }],
    ['tokens:write', { method: 'DELETE', path: '/v1/tokens/token_x' }],
    ['webhooks:read', { method: 'GET', path: '/v1/webhooks' }],
    ['webhooks:read', { method: 'GET', path: '/v1/webhooks/webhook_x' }],
    ['webhooks:read', { method: 'GET', path: '/v1/webhooks/webhook_x/deliveries' }],
    ['webhooks:write', { method: 'POST', path: '/v1/webhooks', body: {} }],
    ['webhooks:write', { method: 'PATCH', path: '/v1/webhooks/webhook_x', body: {} }],
    ['webhooks:write', { method: 'DELETE', path: '/v1/webhooks/webhook_x' }],
    ['webhooks:write', { method: 'POST', path: '/v1/webhooks/webhook_x/test' }],
    ['webhooks:write', { method: 'POST', path: '/v1/deliveries/delivery_x/redeliver' }],
  ];
  const all = [...new Set(routes.map(([permission]) => permission))];

  // proves: spec-7-403, api-permissions, api-permission-missing, api-code-forbidden
  test.each(routes)('%s is needed for %j', async (permission, asked) => {
    const others = all.filter((held) => held !== permission);
    const { client } = await newToken({ name: 'nearly all', permissions: others });
    const refused = await client.send(asked);
    expect([refused.status, refused.body]).toEqual([403, generalError('forbidden')]);
    expect(refused.text).toContain(permission);
    const { client: holder } = await newToken({ name: 'one', permissions: [permission] });
    expect((await holder.send(asked)).status).not.toBe(403);
  });

  test('no permission lets a user token ingest', async () => {
    const { client } = await newToken({ name: 'all', permissions: ['admin'] });
    const answer = await client.put('/v1/events_v2', connection('x.example.com'));
    expect(answer.status).toBe(401);
    const agent = await newAgent(house.admin);
    expect((await record(agent, connection('x.example.com'))).status).toBe(201);
  });
});
