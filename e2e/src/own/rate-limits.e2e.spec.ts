import { connection, newAgent, record } from '../house/actors';
import type { Client } from '../house/client';
import { openOwnHouse, type OwnHouse } from '../house/house';
import {
  ANSWERS,
  expectCountedLines,
  expectRefusedLimit,
  shown,
  untilRefused,
} from '../house/limit-headers';
import { signedIn } from '../house/session';
import { agentError, generalError } from '../house/shapes';
import { exchange, message } from '../house/wire';

let house: OwnHouse;
beforeAll(async () => {
  house = await openOwnHouse({ env: { RATE_LIMIT: 'on' } });
});

async function newToken(): Promise<Client> {
  const body = { name: 'limited', permissions: ['admin'] };
  const answer = await house.admin.post<{ token: string }>('/v1/tokens', body);
  expect(answer.status).toBe(201);
  return house.admin.as(answer.body.token);
}

describe('8. Limits', () => {
  // proves: api-rate-session
  test('a session has a bucket of its own, and so have all sessions of one token together', async () => {
    const client = await newToken();
    const [one, other] = [await signedIn(client), await signedIn(client)];
    const anyone = house.admin.as(null);
    expect(shown(await anyone.get('/v1/issues', one))).toMatchObject({
      ...{ limit: 20_000, remaining: 19_999 },
    });
    expect(shown(await anyone.get('/v1/events', other)).remaining).toBe(19_998);
    expect(shown(await client.get('/v1/issues'))).toMatchObject({ limit: 1000, remaining: 997 });
  });

  // proves: spec-8-header-limit, spec-8-header-remaining, spec-8-header-reset, api-rate-headers, api-rate-windows,
  // proves: api-rate-defaults
  test('the headers say allowed requests, requests left and when the window resets', async () => {
    const client = await newToken();
    const now = Date.now() / 1000;
    const first = shown(await client.get('/v1/issues'));
    expect(first).toMatchObject({ limit: 1000, remaining: 999 });
    expect(first.reset).toBeGreaterThan(now);
    expect(first.reset).toBeLessThanOrEqual(now + 3601);
    expect(shown(await client.get('/v1/policies')).remaining).toBe(998);
  });

  // proves: spec-8-all-endpoints, spec-8-429, spec-7-429, api-rate-defaults, api-rate-windows, api-rate-retry-after,
  // proves: api-code-rate-limited
  test('all endpoints: 1000 requests per hour, then 429', async () => {
    const client = await newToken();
    const { passed, refusal } = await untilRefused(() => client.get('/v1/issues?limit=1'));
    expect(passed).toBe(1000);
    expect(refusal.body).toEqual(generalError('rate_limited'));
    expect(shown(refusal)).toMatchObject({ limit: 1000, remaining: 0 });
    expect(refusal.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect((await client.get('/v1/policies')).status).toBe(429);
    expect((await (await newToken()).get('/v1/policies')).status).toBe(200);
  });

  // proves: spec-8-events, spec-8-429, spec-7-429, api-rate-defaults, api-code-rate-limited
  test('/v1/events: 100 requests per minute, then 429; other routes go on', async () => {
    const client = await newToken();
    const { passed, refusal } = await untilRefused(() => client.get('/v1/events?limit=1'));
    expect(passed).toBe(100);
    expect(refusal.body).toEqual(generalError('rate_limited'));
    expect(shown(refusal)).toMatchObject({ limit: 100, remaining: 0 });
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(61);
    expect((await client.get('/v1/issues')).status).toBe(200);
  });

  // proves: api-rate-least
  test('where two limits apply the one with the least remaining is shown', async () => {
    const client = await newToken();
    expect(shown(await client.get('/v1/events'))).toMatchObject({ limit: 100, remaining: 99 });
  });

  // proves: api-rate-headers
  test.each(ANSWERS)('the headers are on %s (%i)', async (_, status, asked) => {
    const answer = await (await newToken()).send(asked);
    expect(answer.status).toBe(status);
    shown(answer);
  });

  // proves: api-rate-headers
  test('the headers are on a 401', async () => {
    const answer = await house.admin.as('nobody').get('/v1/issues');
    expect(answer.status).toBe(401);
    shown(answer);
  });

  // proves: api-rate-headers
  test('the headers are on the refusal of what is no HTTP', async () => {
    const [answer] = await exchange(house, message(['GET / HTTP/1.1', 'Host: a', 'X Y: 1', '']));
    expect([answer?.status, answer?.headers['x-ratelimit-limit']]).toEqual([400, '1000']);
  });

  // proves: api-rate-headers
  test.each(['/healthz', '/readyz', '/metrics', '/docs', '/', '/nothing'])(
    'the headers are not on %s, which no limit counts',
    async (path) => {
      const { headers } = await fetch(house.baseUrl + path);
      expect(headers.has('x-ratelimit-limit')).toBe(false);
    },
  );

  // proves: api-rate-ietf
  test('the IETF headers say the same', async () => {
    const { headers } = await (await newToken()).get('/v1/issues');
    expect(headers['ratelimit']).toMatch(/^"[^"]+";r=999;t=\d+$/);
    expect(headers['ratelimit-policy']).toMatch(/q=1000;w=3600/);
  });

  // proves: api-rate-agents
  test('agents have a bucket of their own, 360000 per hour', async () => {
    const agent = await newAgent(await newToken());
    const answer = await record(agent, connection('a.example.com'));
    expect(shown(answer)).toMatchObject({ limit: 360_000, remaining: 359_999 });
  });
});

describe('before authentication an address is counted', () => {
  // proves: api-rate-refused, api-rate-windows
  test('100 refused tokens in 10 minutes, then 429; a valid token behind it goes on', async () => {
    await expectRefusedLimit(house.admin.as('nobody'), await newToken());
  });

  // proves: api-rate-address, api-rate-windows
  test('1000 requests without a valid token in an hour, then 429', async () => {
    const nobody = house.admin.as(null);
    const { passed, left, refusal } = await untilRefused(() => nobody.get('/v1/nothing'));
    expect(passed).toBe(left + 1);
    expect(shown(refusal).limit).toBe(1000);
    expect(refusal.headers['ratelimit-policy']).toBe('"address";q=1000;w=3600');
    expect((await (await newToken()).get('/v1/issues')).status).toBe(200);
  });
});

describe('RATE_LIMIT_AGENT', () => {
  // proves: api-type-rate-limited, api-rate-retry-after
  test('a refused agent gets {error, type: "RateLimited"}', async () => {
    const strict = await openOwnHouse({ env: { RATE_LIMIT: 'on', RATE_LIMIT_AGENT: '5/1h' } });
    const agent = await newAgent(strict.admin);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1)
      statuses.push((await record(agent, connection(`${i}.example.com`))).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    const refusal = await record(agent, connection('a.example.com'));
    expect(refusal.body).toEqual(agentError('RateLimited'));
    expect(refusal.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await strict.close();
  });

  // proves: api-letter, api-rate-letter, api-rate-session-letter, spec-8-all-endpoints
  test('1000/1h gives the letter of the spec: 1000 requests per hour, then 429', async () => {
    const hour = { RATE_LIMIT_AGENT: '1000/1h', RATE_LIMIT_SESSION: '1000/1h' };
    const letter = await openOwnHouse({ env: { RATE_LIMIT: 'on', ...hour } });
    const agent = await newAgent(letter.admin);
    const answer = await record(agent, connection('a.example.com'));
    expect(shown(answer)).toMatchObject({ limit: 1000, remaining: 999 });
    const session = await signedIn(letter.admin);
    expect(shown(await letter.admin.as(null).get('/v1/issues', session))).toMatchObject({
      ...{ limit: 1000, remaining: 999 },
    });
    const events = await letter.admin.as(null).get('/v1/events', session);
    expect(shown(events)).toMatchObject({ limit: 100, remaining: 99 });
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async () => (await record(agent, {})).status),
    );
    // A refused body counts. The hour may have begun anew meanwhile.
    const refused = statuses.filter((status) => status === 429).length;
    const { reset } = shown(await record(agent, {}));
    expect([0, 1]).toContain(refused);
    if (reset === shown(answer).reset) expect(refused).toBe(1);
    await letter.close();
  });

  // proves: api-rate-lines
  test('rule 20: a batch costs its lines, and one for which too few are left costs one', async () => {
    const strict = await openOwnHouse({ env: { RATE_LIMIT: 'on', RATE_LIMIT_AGENT: '1000/1h' } });
    await expectCountedLines(async () => (await newAgent(strict.admin)).client);
    await strict.close();
  });
});
