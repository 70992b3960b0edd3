import { connection, newAgent, unique } from '../house/actors';
import type { Answer, Client } from '../house/client';
import { agentError, generalError } from '../house/shapes';
import {
  ANSWERS,
  expectCountedLines,
  expectRefusedLimit,
  shown,
  untilRefused,
} from '../house/limit-headers';
import { signedIn } from '../house/session';
import { openOwnDeployment, type OwnDeployment } from './own-deployment';
import { freePorts } from './ports';
import { ServiceProcess } from './service-process';

/** The letter of the spec, for agents too. */
const LETTER = 1_000;
const EVENTS = 100;
/** So many more are asked for: who goes on although told to wait is kept waiting. */
const OVER = 8;
/** What an ingest replica may hold back of an agent's limit: one and a half slices of 1/64. */
const HELD_BACK = 22;

let house: OwnDeployment;
beforeAll(async () => {
  const letter = { RATE_LIMIT_AGENT: '1000/1h', RATE_LIMIT_SESSION: '1000/1h' };
  house = await openOwnDeployment({ env: { RATE_LIMIT: 'on', ...letter } });
});

async function newToken(): Promise<Client> {
  const body = { name: unique('limited'), permissions: ['admin'] };
  const { token } = (await house.admin.post<{ token: string }>('/v1/tokens', body)).body;
  return house.admin.as(token);
}

/** Asks so many times by 8 askers at once; answers how often each status came. */
async function ask(times: number, once: (nth: number) => Promise<Answer<unknown>>) {
  const statuses: Record<number, number> = {};
  const resets = new Set<number>();
  let nth = 0;
  const asker = async (): Promise<void> => {
    while (nth < times) {
      const answer = await once(nth++);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      resets.add(shown(answer).reset);
    }
  };
  await Promise.all(Array.from({ length: 8 }, asker));
  return { statuses, oneWindow: resets.size === 1 };
}

/** Does it again, with a caller of its own, when a window ended meanwhile. */
async function withinOneWindow<T extends { oneWindow: boolean }>(
  work: () => Promise<T>,
): Promise<T> {
  const done = await work();
  return done.oneWindow ? done : work();
}

// proves: spec-8-header-limit, spec-8-header-remaining, spec-8-header-reset, api-rate-headers, api-rate-least
test('the headers say allowed requests, requests left and when the window resets, of the limit with the least left', async () => {
  const client = await newToken();
  const now = Date.now() / 1000;
  const first = shown(await client.get('/v1/issues'));
  expect(first).toMatchObject({ limit: LETTER, remaining: LETTER - 1 });
  expect(first.reset).toBeGreaterThan(now);
  expect(first.reset).toBeLessThanOrEqual(now + 3601);
  const events = shown(await client.get('/v1/events'));
  expect(events).toMatchObject({ limit: EVENTS, remaining: EVENTS - 1 });
});

// proves: api-rate-headers
test.each([...ANSWERS, ['no token', 401, { method: 'GET', path: '/v1/issues' }] as const])(
  'the headers are on %s (%i)',
  async (_, status, asked) => {
    const client = status === 401 ? house.admin.as('nobody') : await newToken();
    const answer = await client.send(asked);
    expect(answer.status).toBe(status);
    shown(answer);
  },
);

// proves: spec-8-all-endpoints, spec-8-429, spec-7-429, api-rate-shared, api-rate-windows, api-rate-defaults,
// proves: api-rate-ietf, api-rate-retry-after, api-code-rate-limited
test('rule 20: 1000 requests per hour of a user, whatever services and replicas are asked, are counted together, to the request', async () => {
  const paths = ['/v1/issues', '/v1/policies', '/v1/agents', '/v1/webhooks', '/v1/tokens'];
  const { statuses, refusal } = await withinOneWindow(async () => {
    const client = await newToken();
    const get = (nth: number) => client.get(`${paths[nth % paths.length]}?limit=1`);
    return { ...(await ask(LETTER + OVER, get)), refusal: await get(0) };
  });
  expect(statuses).toEqual({ 200: LETTER, 429: OVER });
  const { headers, body } = refusal;
  expect(body).toEqual(generalError('rate_limited'));
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(headers['ratelimit']).toBe(`"user";r=0;t=${String(headers['retry-after'])}`);
  expect(headers['ratelimit-policy']).toBe('"user";q=1000;w=3600');
});

// proves: spec-8-events, spec-8-429, api-rate-shared, api-rate-defaults
test('rule 20: 100 requests per minute of /v1/events are counted together; other routes go on', async () => {
  const { statuses, others } = await withinOneWindow(async () => {
    const client = await newToken();
    const asked = await ask(EVENTS + OVER, () => client.get('/v1/events?limit=1'));
    return { ...asked, others: (await client.get('/v1/issues?limit=1')).status };
  });
  expect([statuses, others]).toEqual([{ 200: EVENTS, 429: OVER }, 200]);
});

// proves: api-rate-session-letter, api-rate-least
test('a session that may ask no more than a token has the 100 per minute of /v1/events too', async () => {
  const session = await signedIn(await newToken());
  const asked = await house.admin.as(null).get('/v1/events', session);
  expect(shown(asked)).toMatchObject({ limit: EVENTS, remaining: EVENTS - 1 });
});

// proves: api-rate-shared, api-letter, api-rate-letter, api-type-rate-limited, api-rate-retry-after
test('rule 20: what an agent sends to different replicas never passes its limit, and reaches it', async () => {
  const replicas = house.of('ingest').map((p) => ({ baseUrl: p.address }));
  const { statuses, oneWindow, then, refusal } = await withinOneWindow(async () => {
    const { client } = await newAgent(house.admin);
    const at = replicas.map((replica) => client.to(replica));
    // A heartbeat counts like any other request, and costs less.
    const send = (to: Client | undefined): Promise<Answer<unknown>> =>
      (to ?? client).post('/v1/agent_heartbeat', {});
    const asked = await ask(LETTER + 8, (nth) => send(at[nth % at.length]));
    // What one replica still held back passes there.
    const rest = await ask(at.length * HELD_BACK, (nth) => send(at[nth % at.length]));
    const oneWindow = asked.oneWindow && rest.oneWindow;
    return { ...asked, oneWindow, then: rest.statuses[200] ?? 0, refusal: await send(at[0]) };
  });
  const passed = statuses[200] ?? 0;
  expect(oneWindow).toBe(true);
  expect(passed).toBeGreaterThanOrEqual(LETTER - HELD_BACK * (replicas.length - 1));
  expect(statuses[429]).toBe(LETTER + 8 - passed);
  expect(passed + then).toBe(LETTER);
  expect([refusal.status, refusal.body]).toEqual([429, agentError('RateLimited')]);
  expect(refusal.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});

// proves: api-rate-lines
test('rule 20: a batch costs its lines, and one for which too few are left costs one', async () => {
  const [at] = house.of('ingest').map((p) => ({ baseUrl: p.address }));
  await expectCountedLines(async () => {
    const { client } = await newAgent(house.admin);
    return at ? client.to(at) : client;
  });
});

// proves: api-rate-agents, api-rate-session
test('by default an agent has a bucket of its own, 360000 per hour, and so have sessions, 20000', async () => {
  const { RATE_LIMIT_AGENT: _, RATE_LIMIT_SESSION: __, ...env } = house.settings;
  const [port = 0] = await freePorts(1);
  const ingest = new ServiceProcess({ service: 'ingest', number: 9, port, env, keepAlive: false });
  await ingest.start();
  const { client } = await newAgent(house.admin);
  const body = connection('default.limited.example.com');
  const answer = await client.to({ baseUrl: ingest.address }).put('/v1/events_v2', body);
  expect(shown(answer)).toMatchObject({ limit: 360_000, remaining: 359_999 });
  const session = await signedIn(await newToken());
  const asked = await house.admin
    .as(null)
    .to({ baseUrl: ingest.address })
    .get('/v1/events', session);
  expect(shown(asked)).toMatchObject({ limit: 20_000, remaining: 19_999 });
  await ingest.kill9();
});

// proves: api-rate-refused, api-rate-shared
test('rule 20: 100 refused tokens of an address in 10 minutes are counted together, then 429; a valid token behind it goes on', async () => {
  await expectRefusedLimit(house.admin.as('nobody'), await newToken());
});

// proves: api-rate-address
test('1000 requests without a valid token in an hour, then 429', async () => {
  // What is no path of a service is answered, and counted, by each gateway for itself: it keeps nothing.
  const nobody = house.admin.as(null).to({ baseUrl: house.gateways[0] ?? '' });
  const { passed, left, refusal } = await untilRefused(() => nobody.get('/v1/nothing'));
  expect(passed).toBe(left + 1);
  expect(refusal.headers['ratelimit-policy']).toBe('"address";q=1000;w=3600');
});
