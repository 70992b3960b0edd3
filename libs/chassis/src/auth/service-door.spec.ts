import { randomId, type TokenRevoked } from '@parapet/contracts';
import { TestClock, testHouse, type TestHouse } from '../testing';
import { newToken } from '../testing/facts';
import { ProbeModule } from '../testing/probe.module';
import { TokenTable } from './credential-tables';
import { makeToken, tokenDigest } from './token-format';

const ADMIN = 'any string of at least 24 characters';
let house: TestHouse;
const clock = new TestClock();
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule], settings: { adminToken: ADMIN }, clock });
});
afterAll(() => house.close());

type Answer = Awaited<ReturnType<TestHouse['inject']>>;
const issues = (token?: string, scheme = 'Bearer'): Promise<Answer> =>
  house.inject({
    url: '/v1/issues',
    headers: token === undefined ? {} : { authorization: `${scheme} ${token}` },
  });
const observe = (token: string): Promise<Answer> =>
  house.inject({
    method: 'PUT',
    url: '/v1/events_v2',
    headers: { authorization: `Bearer ${token}` },
    payload: { kind: 'a' },
  });

test('rule 4: a token that was made elsewhere a moment ago is known', async () => {
  for (let i = 0; i < 20; i += 1) {
    const token = await house.addToken(['issues:read']);
    expect((await issues(token)).statusCode).toBe(200);
    expect((await observe((await house.addAgent()).token)).statusCode).toBe(200);
  }
});

test.each([
  ['no token', undefined],
  ['an unknown token', makeToken('user')],
  ['a wrong checksum', makeToken('user').replace(/.$/, '-')],
  ['nonsense', 'x'],
])('%s is 401 and asks for a bearer token', async (_, token) => {
  const answer = await issues(token);
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(answer.json()).toMatchObject({ error: { code: 'unauthorized' } });
});

test('only the bearer scheme is taken, in any case', async () => {
  expect((await issues(house.adminToken, 'Basic')).statusCode).toBe(401);
  expect((await issues(house.adminToken, 'bearer')).statusCode).toBe(200);
});

test('a user token on an agent route is 401 with the agents’ body, and the reverse is 401', async () => {
  const answer = await observe(house.adminToken);
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    { error: 'Missing or invalid agent token', type: 'UnauthorizedEvents' },
  ]);
  expect((await issues((await house.addAgent()).token)).statusCode).toBe(401);
});

test('a missing permission is 403 and is named', async () => {
  const answer = await issues(await house.addToken(['agents:read', 'issues:write']));
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    {
      error: {
        code: 'forbidden',
        message: 'This token lacks the permission issues:read',
        details:
          'send a token that holds issues:read or admin; this one holds agents:read, issues:write',
      },
    },
  ]);
});

test('the admin token of the settings is known by its digest, whatever its form', async () => {
  expect((await issues(ADMIN)).statusCode).toBe(401);
  const { fact } = newToken(['admin'], clock.now());
  const data = { ...fact.data, digest: tokenDigest(ADMIN), origin: 'environment' as const };
  await house.append('tokens', data.token_id, { ...fact, data });
  expect((await issues(ADMIN)).statusCode).toBe(200);
  expect((await issues(`${ADMIN}x`)).statusCode).toBe(401);
});

test('an expired token is 401 from its last millisecond on', async () => {
  const { token, fact } = newToken(['admin'], clock.now());
  const expires_at = new Date(clock.now() + 60_000).toISOString();
  await house.append('tokens', fact.data.token_id, { ...fact, data: { ...fact.data, expires_at } });
  expect((await issues(token)).statusCode).toBe(200);
  clock.advance(60_000);
  expect((await issues(token)).statusCode).toBe(401);
});

test('a revoked token is 401 at once', async () => {
  const { token, fact } = newToken(['admin'], clock.now());
  const id = fact.data.token_id;
  await house.append('tokens', id, fact);
  expect((await issues(token)).statusCode).toBe(200);
  const revoked: TokenRevoked = {
    ...fact,
    id: randomId('event'),
    type: 'TokenRevoked',
    data: { version: 2, token_id: id },
  };
  await house.append('tokens', id, revoked);
  await house.app.get(TokenTable).caughtUp();
  expect((await issues(token)).statusCode).toBe(401);
});

test('rule 13: a use of a token is a fact, at most once in a quarter of an hour', async () => {
  const { token, fact } = newToken(['admin'], clock.now());
  const id = fact.data.token_id;
  await house.append('tokens', id, fact);
  const tokens = house.app.get(TokenTable);
  const used: string[] = [];
  tokens.onChange((changed, now) => {
    if (changed === id && now?.last_used) used.push(now.last_used);
  });
  const noted = async (count: number): Promise<void> => {
    await issues(token);
    // Appended after it, so when this is known, so is that.
    await house.addToken([]);
    await tokens.caughtUp();
    expect(used).toHaveLength(count);
  };
  await noted(1);
  clock.advance(800_000);
  await noted(1);
  clock.advance(100_000);
  await noted(2);
});
