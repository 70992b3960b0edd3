import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

const SESSION_MS = 12 * 3_600_000;
const clock = new TestClock();
let house: TestHouse;
const open: TestHouse[] = [];
async function opened(settings: Partial<TestHouse['settings']> = {}): Promise<TestHouse> {
  const made = await testHouse({ imports: [RegistryModule], clock, settings });
  open.push(made);
  return made;
}
beforeAll(async () => {
  clock.stop();
  house = await opened({ publicUrl: 'http://parapet.example' });
});
afterAll(() => Promise.all(open.map((one) => one.close())));

type Method = 'GET' | 'POST' | 'DELETE';
type Answer = Awaited<ReturnType<TestHouse['inject']>>;
const OWN = { 'sec-fetch-site': 'same-origin' };
const ask = (method: Method, headers: Record<string, string>, url = '/v1/session') =>
  house.inject({ method, url, headers: { ...OWN, ...headers } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']);
const sent = (answer: Answer) => ({ cookie: cookieOf(answer).split(';')[0] ?? '' });
const signIn = async (token: string) => sent(await ask('POST', bearer(token)));
const policies = async (cookie: { cookie: string }): Promise<number> =>
  (await ask('GET', cookie, '/v1/policies')).statusCode;

test('rule 21: who signs in with a token may what the token may, and no more', async () => {
  const answer = await ask('POST', bearer(await house.addToken(['policies:read'])));
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({
    token: { id: expect.stringMatching(/^token_/) as string, permissions: ['policies:read'] },
    session_expires_at: new Date(clock.now() + SESSION_MS).toISOString(),
  });
  expect(answer.body).not.toContain('digest');
  expect(await policies(sent(answer))).toBe(200);
  expect((await ask('GET', sent(answer), '/v1/tokens')).statusCode).toBe(403);
  expect((await ask('GET', sent(answer))).json()).toEqual(answer.json());
});

test('the cookie cannot be read by scripts, is sent by this host alone, and by https only where there is https', async () => {
  expect(cookieOf(await ask('POST', bearer(house.adminToken)))).toMatch(
    /^parapet_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const safe = await opened({ publicUrl: 'https://parapet.example' });
  const answer = await safe.inject({
    ...{ method: 'POST', url: '/v1/session', headers: bearer(safe.adminToken) },
  });
  expect(cookieOf(answer)).toMatch(
    /^__Host-parapet_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
});

test('signed out, the session is over wherever its cookie may be; others of the token go on', async () => {
  const [one, other] = [await signIn(house.adminToken), await signIn(house.adminToken)];
  const out = await ask('DELETE', one);
  expect([out.statusCode, cookieOf(out)]).toEqual([
    204,
    'parapet_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  ]);
  expect([await policies(one), await policies(other)]).toEqual([401, 200]);
  expect((await ask('DELETE', bearer(house.adminToken))).statusCode).toBe(204);
  expect(await policies(other)).toBe(200);
});

test('a session ends with its time, and with its token', async () => {
  const token = await house.addToken(['policies:read', 'tokens:write']);
  const first = await signIn(token);
  clock.advance(SESSION_MS - 1);
  expect(await policies(first)).toBe(200);
  clock.advance(1);
  expect(await policies(first)).toBe(401);
  const second = await signIn(token);
  const { token: own } = (await ask('GET', second)).json<{ token: { id: string } }>();
  expect((await ask('DELETE', second, `/v1/tokens/${own.id}`)).statusCode).toBe(204);
  expect(await policies(second)).toBe(401);
});

test('no session outlives its token', async () => {
  const expires_at = new Date(clock.now() + 60_000).toISOString();
  const made = await house.inject({
    ...{ method: 'POST', url: '/v1/tokens', headers: bearer(house.adminToken) },
    payload: { name: 'short', expires_at },
  });
  const answer = await ask('POST', bearer(made.json<{ token: string }>().token));
  expect(answer.json()).toMatchObject({ session_expires_at: expires_at });
  clock.advance(60_000);
  expect(await policies(sent(answer))).toBe(401);
});

test('rule 21: a cookie that was changed, or is of another house, is nobody’s', async () => {
  const mine = await signIn(house.adminToken);
  const other = await opened({ secretKey: Buffer.alloc(32, 7) });
  const theirs = await other.inject({
    ...{ method: 'POST', url: '/v1/session', headers: bearer(other.adminToken) },
  });
  for (const cookie of [`${mine.cookie}x`, sent(theirs).cookie, 'parapet_session=', 'x=y'])
    expect([cookie, await policies({ cookie })]).toEqual([cookie, 401]);
});

test('where a token is sent, it counts, and the cookie does not', async () => {
  const session = await signIn(house.adminToken);
  expect((await ask('GET', { ...session, ...bearer('bad') }, '/v1/policies')).statusCode).toBe(401);
});

test('a page of another site changes nothing by the cookie, and may not learn that it could', async () => {
  const session = await signIn(house.adminToken);
  const forged = { ...session, 'sec-fetch-site': 'cross-site' };
  const answer = await ask('DELETE', forged);
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    {
      error: {
        code: 'forbidden',
        message: 'A session changes nothing for pages of another site',
        details:
          'send the token as Authorization: Bearer, or send the request from a page of this host',
      },
    },
  ]);
  expect(await policies(session)).toBe(200);
});

test('a session begins with a token, not with another session, so that it ends one day', async () => {
  const answer = await ask('POST', await signIn(house.adminToken));
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { error: { message: 'A session begins with a token' } },
  ]);
});

test('an agent cannot sign in', async () => {
  const { token } = await house.addAgent();
  expect((await ask('POST', bearer(token))).statusCode).toBe(401);
});
