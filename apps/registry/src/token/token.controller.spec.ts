import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule] });
});
afterAll(() => house.close());

interface Made {
  readonly id: string;
  readonly token: string;
}
type Method = 'GET' | 'POST' | 'DELETE';
const ask = (method: Method, path: string, payload?: object, token = house.adminToken) =>
  house.inject({
    ...{ method, url: `/v1/tokens${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });

test('a token is made, shown once, and works', async () => {
  const asked = { name: 'ci', permissions: ['tokens:read'], expires_at: '2999-01-01T00:00:00Z' };
  const answer = await ask('POST', '', asked);
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  const made = answer.json<Made>();
  expect(made).toEqual({
    id: expect.stringMatching(/^token_/),
    token: expect.stringMatching(/^pp_u_[0-9A-Za-z]{38}$/),
    ...{ name: 'ci', permissions: ['tokens:read'], expires_at: '2999-01-01T00:00:00.000Z' },
    created_at: expect.any(String),
  });
  const list = await ask('GET', '', undefined, made.token);
  expect(list.statusCode).toBe(200);
  expect(list.json<{ data: object[] }>().data).toContainEqual(
    expect.objectContaining({ id: made.id, name: 'ci', origin: 'api' }),
  );
  expect(list.body).not.toContain(made.token);
  expect(list.body).not.toContain('digest');
});

test('a token without permissions of its own gets those of its maker', async () => {
  const maker = await house.addToken(['tokens:write', 'issues:read']);
  const answer = await ask('POST', '', { name: 'same' }, maker);
  expect(answer.json()).toMatchObject({ permissions: ['tokens:write', 'issues:read'] });
});

test('a token cannot make a stronger one', async () => {
  const maker = await house.addToken(['tokens:write']);
  const answer = await ask('POST', '', { name: 'x', permissions: ['admin'] }, maker);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    403,
    { error: { code: 'forbidden', message: expect.stringContaining('admin') } },
  ]);
});

test('a token cannot make one that outlives it, and by itself makes one that ends with it', async () => {
  const brief = { name: 'brief', expires_at: '2998-01-01T00:00:00.000Z' };
  const maker = (await ask('POST', '', brief)).json<Made>().token;
  for (const expires_at of [null, '2999-01-01T00:00:00Z']) {
    const answer = await ask('POST', '', { name: 'longer', expires_at }, maker);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { error: { code: 'forbidden', message: expect.stringContaining(brief.expires_at) } },
    ]);
  }
  const answer = await ask('POST', '', { name: 'as long' }, maker);
  expect(answer.json()).toMatchObject({ expires_at: brief.expires_at });
});

test('a token cannot revoke a stronger one, only what it could have made, itself included', async () => {
  const clerk = await house.addToken(['tokens:write', 'issues:read']);
  for (const permissions of [['admin'], ['issues:read', 'policies:write']]) {
    const made = (await ask('POST', '', { name: 'stronger', permissions })).json<Made>();
    const answer = await ask('DELETE', `/${made.id}`, undefined, clerk);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { error: { code: 'forbidden', message: expect.stringContaining(permissions.at(-1) ?? '') } },
    ]);
    expect((await ask('GET', '', undefined, made.token)).statusCode).not.toBe(401);
  }
  const weaker = (
    await ask('POST', '', { name: 'weaker', permissions: ['issues:read'] })
  ).json<Made>();
  expect((await ask('DELETE', `/${weaker.id}`, undefined, clerk)).statusCode).toBe(204);
  const own = (await ask('POST', '', { name: 'own' }, clerk)).json<Made>();
  expect((await ask('DELETE', `/${own.id}`, undefined, own.token)).statusCode).toBe(204);
});

test('a revoked token stops at once, for ever', async () => {
  const made = (await ask('POST', '', { name: 'short' })).json<Made>();
  expect((await ask('GET', '', undefined, made.token)).statusCode).toBe(200);
  const answer = await ask('DELETE', `/${made.id}`);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  expect((await ask('GET', '', undefined, made.token)).statusCode).toBe(401);
  expect((await ask('DELETE', `/${made.id}`)).statusCode).toBe(404);
  expect((await ask('GET', '')).body).not.toContain(made.id);
});

test('the list comes in pages', async () => {
  for (const name of ['a', 'b', 'c']) await ask('POST', '', { name });
  const first = await ask('GET', '?limit=2');
  const { data, pagination } = first.json<{
    data: object[];
    pagination: { next_cursor: string; has_more: boolean };
  }>();
  expect([data.length, pagination.has_more]).toEqual([2, true]);
  const next = await ask('GET', `?limit=2&cursor=${pagination.next_cursor}`);
  expect(next.statusCode).toBe(200);
  expect(next.json<{ data: object[] }>().data).not.toContainEqual(data[1]);
});

test.each([undefined, {}, { name: '' }, { name: 'a', permissions: ['root'] }])(
  'the body %j is refused',
  async (sent) => {
    const answer = await ask('POST', '', sent);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: { code: 'bad_request' } },
    ]);
  },
);
