import { Unavailable } from '@parapet/contracts';
import { TokenTable } from '../auth/credential-tables';
import { makeToken } from '../auth/token-format';
import { readSettings } from '../settings/read-settings';
import { TestClock, testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';

const SECRET_KEY = 'x'.repeat(32);
const HOUR = 3_600_000;
/** Stands still at ten minutes past an hour. */
class StillClock extends TestClock {
  time = 500_000 * HOUR + 600_000;
  override now(): number {
    return this.time;
  }
}

let house: TestHouse;
let clock: StillClock;
const open = async (env: Record<string, string> = {}): Promise<void> => {
  clock = new StillClock();
  const { rateLimit } = readSettings({ SECRET_KEY, ...env });
  house = await testHouse({ imports: [ProbeModule], settings: { rateLimit }, clock });
};
afterEach(() => house.close());

type Answer = Awaited<ReturnType<TestHouse['inject']>>;
const ask = (url: string, token?: string, remoteAddress = '192.0.2.1'): Promise<Answer> =>
  house.inject({
    ...{ url, remoteAddress },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
const observe = (token: string): Promise<Answer> =>
  house.inject({
    method: 'PUT',
    url: '/v1/events_v2',
    headers: { authorization: `Bearer ${token}` },
    payload: { kind: 'a' },
  });
const standing = ({ headers }: Answer): unknown[] =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));
const reset = (500_000 * HOUR + HOUR) / 1000;

test('by default a user token has 1000 requests an hour, told by every answer', async () => {
  await open();
  const token = house.adminToken;
  expect(standing(await ask('/v1/issues', token))).toEqual([1000, 999, reset]);
  const missing = await ask('/v1/issues/7', token);
  expect([missing.statusCode, standing(missing)]).toEqual([404, [1000, 998, reset]]);
  expect(missing.headers).toMatchObject({
    ratelimit: '"user";r=998;t=3000',
    'ratelimit-policy': '"user";q=1000;w=3600',
  });
});

test('where a client stands is told under /v1, whatever its query and its route', async () => {
  await open();
  const paths = ['/v1', '/v1?x=1', '/v1/nothing', '/v1/?x=1'];
  for (const url of [...paths, '/%76%31/open', '/%76%31/nothing', '/%76%31/%ZZ'])
    expect(standing(await ask(url))[0]).toBe(1000);
});

test('one too many is 429 and says when to come back; the next window begins anew', async () => {
  await open({ RATE_LIMIT_USER: '2/1h' });
  const token = house.adminToken;
  await ask('/v1/issues', token);
  await ask('/v1/issues', token);
  const over = await ask('/v1/issues', token);
  expect([over.statusCode, standing(over)]).toEqual([429, [2, 0, reset]]);
  expect(over.headers['retry-after']).toBe('3000');
  expect(over.json()).toMatchObject({ error: { code: 'rate_limited' } });
  clock.time = reset * 1000;
  expect((await ask('/v1/issues', token)).statusCode).toBe(200);
});

test('GET /v1/events has a limit besides; the one with the least left is shown', async () => {
  await open();
  const answer = await ask('/v1/events', house.adminToken);
  expect(standing(answer)).toEqual([100, 99, 500_000 * 3600 + 660]);
  expect(answer.headers['ratelimit']).toBe('"user";r=999;t=3000, "events";r=99;t=60');
  for (let i = 1; i < 100; i += 1) await ask('/v1/events', house.adminToken);
  expect((await ask('/v1/events', house.adminToken)).statusCode).toBe(429);
  expect((await ask('/v1/issues', house.adminToken)).statusCode).toBe(200);
});

test('agents have a bucket of their own, each', async () => {
  await open({ RATE_LIMIT_AGENT: '1/1h' });
  const [a, b] = [await house.addAgent(), await house.addAgent()];
  const first = await observe(a.token);
  expect([first.statusCode, standing(first)]).toEqual([200, [1, 0, reset]]);
  const over = await observe(a.token);
  expect([over.statusCode, over.json()]).toMatchObject([429, { type: 'RateLimited' }]);
  expect((await observe(b.token)).statusCode).toBe(200);
});

test('with RATE_LIMIT_AGENT=1000/1h agents have the letter of the specification', async () => {
  await open({ RATE_LIMIT_AGENT: '1000/1h' });
  const { token } = await house.addAgent();
  expect(standing(await observe(token))).toEqual([1000, 999, reset]);
});

test('401, 404 and public answers under /v1 say where their address stands', async () => {
  await open({ RATE_LIMIT_REFUSED: '50/1h' });
  expect(standing(await ask('/v1/issues'))).toEqual([50, 49, reset]);
  expect(standing(await ask('/v1/nothing'))).toEqual([1000, 998, reset]);
  expect(standing(await ask('/v1/open'))).toEqual([1000, 997, reset]);
  expect((await ask('/healthz')).headers['x-ratelimit-limit']).toBeUndefined();
});

test('what a proxy hands on as an address and is none is counted under one key', async () => {
  await open({ RATE_LIMIT_REFUSED: '3/1h' });
  for (const forged of ['a', 'b', 'c'].map((letter) => letter.repeat(10_000)))
    expect((await ask('/v1/issues', 'bad', forged)).statusCode).toBe(401);
  expect((await ask('/v1/issues', 'bad', 'd')).statusCode).toBe(429);
});

test('refused tokens end in 429 for their address, while valid ones behind it go on', async () => {
  await open({ RATE_LIMIT_REFUSED: '3/1h' });
  for (let i = 0; i < 3; i += 1) expect((await ask('/v1/issues', 'bad')).statusCode).toBe(401);
  expect((await ask('/v1/issues', 'bad')).statusCode).toBe(429);
  expect((await ask('/v1/issues', 'bad', '192.0.2.2')).statusCode).toBe(401);
  expect((await ask('/v1/issues', house.adminToken)).statusCode).toBe(200);
  const later = await house.addToken(['admin']);
  await ask('/v1/issues', later, '192.0.2.2');
  expect((await ask('/v1/issues', later)).statusCode).toBe(200);
});

test('an answer says where its address stands also while nobody can tell whose token it is', async () => {
  await open({ RATE_LIMIT_REFUSED: '3/1h' });
  const away = () => Promise.reject(new Unavailable('the log is away'));
  jest.spyOn(TokenTable.prototype, 'caughtUp').mockImplementation(away);
  const answer = await ask('/v1/issues', makeToken('user'));
  jest.restoreAllMocks();
  expect([answer.statusCode, standing(answer)]).toEqual([503, [3, 3, reset]]);
});

test('RATE_LIMIT=off counts nothing and says nothing', async () => {
  await open({ RATE_LIMIT: 'off', RATE_LIMIT_USER: '1/1h' });
  for (let i = 0; i < 3; i += 1) {
    const answer = await ask('/v1/issues', house.adminToken);
    expect([answer.statusCode, answer.headers['x-ratelimit-limit']]).toEqual([200, undefined]);
  }
});
