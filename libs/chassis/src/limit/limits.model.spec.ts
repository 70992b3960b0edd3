import fc from 'fast-check';
import { makeToken } from '../auth/token-format';
import { HoldBack } from '../http/hold-back';
import { readSettings } from '../settings/read-settings';
import { TestClock, testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { type ModelLimit, NaiveLimits } from '../testing/limit-model/told';

const USER: ModelLimit = { name: 'user', limit: 6, seconds: 60 };
const EVENTS: ModelLimit = { name: 'events', limit: 3, seconds: 12 };
const AGENT: ModelLimit = { name: 'agent', limit: 5, seconds: 30 };
const ADDRESS: ModelLimit = { name: 'address', limit: 7, seconds: 60 };
const REFUSED: ModelLimit = { name: 'refused', limit: 3, seconds: 20 };

/** On whole seconds, moved by the commands. */
class WholeSeconds extends TestClock {
  second = 1_900_000_000;
  override now(): number {
    return this.second * 1_000;
  }
}

let house: TestHouse;
let tokens: Readonly<Record<string, string>>;
const clock = new WholeSeconds();

beforeAll(async () => {
  // Who goes on though told to wait is kept waiting, which here would only take time.
  jest.spyOn(HoldBack.prototype, 'before').mockImplementation((_request, _reply, goOn) => goOn());
  const rate = ({ limit, seconds }: ModelLimit): string => `${limit}/${seconds}s`;
  const { rateLimit } = readSettings({
    SECRET_KEY: 'x'.repeat(32),
    ...{ RATE_LIMIT_USER: rate(USER), RATE_LIMIT_EVENTS: rate(EVENTS) },
    ...{ RATE_LIMIT_AGENT: rate(AGENT), RATE_LIMIT_ADDRESS: rate(ADDRESS) },
    RATE_LIMIT_REFUSED: rate(REFUSED),
  });
  house = await testHouse({ imports: [ProbeModule], settings: { rateLimit }, clock });
  const agents = [await house.addAgent(), await house.addAgent()];
  tokens = {
    ...{ admin: house.adminToken, reader: await house.addToken(['issues:read']) },
    ...{ agent: agents[0]?.token ?? '', sibling: agents[1]?.token ?? '' },
    ...{ unknown: makeToken('user'), garbage: 'garbage' },
  };
});
afterAll(() => house.close());

/** A request, and what it would be answered if nothing limited it. */
interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly status: number;
  readonly payload?: string;
  readonly type?: string;
}
const get = (url: string, status = 200): Request => ({ method: 'GET', url, status });
const post = (payload: string, status: number, type = 'application/json'): Request => ({
  ...{ method: 'POST', url: '/v1/tokens', payload, type, status },
});
const put = (payload: string, status: number): Request => ({
  ...{ method: 'PUT', url: '/v1/events_v2', payload, type: 'application/json', status },
});

const ANY_READER = [
  ...[get('/v1/issues'), get('/v1/issues?limit=1'), get('/v1/issues/7', 404)],
  ...[get('/v1/issues/broken', 500), get('/v1/issues/away', 503)],
];
const AS_ADMIN = [
  ...[...ANY_READER, get('/v1/events')],
  ...[post('{"name":"a"}', 201), post('{"name":', 400), post('{"name":1}', 400), post('', 400)],
  ...[post('name: a', 415, 'text/plain'), post(`"${'x'.repeat(300_000)}"`, 413)],
];
const AS_READER = [...ANY_READER, get('/v1/events', 403), post('{"name":"a"}', 403)];
const AS_AGENT = [put('{"kind":"a"}', 200), put('{"kind":', 400), put('{}', 400)];
const AS_NOBODY = [
  ...[get('/v1/open'), get('/v1/nothing', 404), get('/v1/%zz', 400)],
  { method: 'DELETE', url: '/v1/issues', status: 405 } as const,
];
const REFUSED_ONES = [
  get('/v1/issues', 401),
  get('/v1/events', 401),
  post('{', 401),
  put('{', 401),
];

/** Who asks what, and by which limits that is counted. */
interface Asked {
  readonly request: Request;
  readonly who: string;
  readonly limits: readonly ModelLimit[];
}
const asks = (who: string, requests: readonly Request[], own?: ModelLimit): fc.Arbitrary<Asked> =>
  fc.constantFrom(...requests).map((request) => {
    if (request.status === 401) return { request, who, limits: [ADDRESS, REFUSED] };
    if (!own) return { request, who, limits: [ADDRESS] };
    return { request, who, limits: request.url === '/v1/events' ? [own, EVENTS] : [own] };
  });

const asked = fc.oneof(
  ...[asks('admin', AS_ADMIN, USER), asks('reader', AS_READER, USER)],
  ...[asks('agent', AS_AGENT, AGENT), asks('sibling', AS_AGENT, AGENT)],
  ...['nobody', 'admin', 'garbage'].map((who) => asks(who, AS_NOBODY)),
  ...['nobody', 'garbage', 'unknown'].map((who) => asks(who, REFUSED_ONES)),
  asks('agent', [get('/v1/issues', 401)]),
);
const step = fc.record({
  asked,
  from: fc.constantFrom('192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '2001:db8::2'),
  wait: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(25)),
});

const NETWORK: Readonly<Record<string, string>> = {
  ...{ '192.0.2.1': 'four', '::ffff:192.0.2.1': 'four' },
  ...{ '2001:db8::1': 'six', '2001:db8::2': 'six' },
};
const TOLD = [
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  ...['ratelimit', 'ratelimit-policy'],
];

test('every response, whatever its status, says exactly where its caller stands', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const model = new NaiveLimits();
      // A window that nobody has asked in.
      clock.second = (Math.floor(clock.second / 60) + 2) * 60;
      for (const { asked: ask, from, wait } of steps) {
        clock.second += wait;
        const { request, who, limits } = ask;
        const byAddress = limits[0] === ADDRESS;
        const key = byAddress ? (NETWORK[from] ?? '') : who;
        const told = model.count(limits, key, clock.second);
        const token = tokens[who];
        const answer = await house.inject({
          ...{ method: request.method, url: request.url, remoteAddress: from },
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(request.type !== undefined && { 'content-type': request.type }),
          },
          ...(request.payload !== undefined && { payload: request.payload }),
        });
        const names = [...TOLD, ...(told.refused ? ['retry-after'] : [])];
        const said = Object.fromEntries(names.map((name) => [name, String(answer.headers[name])]));
        expect({ who, from, request, status: answer.statusCode, ...said }).toEqual({
          ...{ who, from, request, status: told.refused ? 429 : request.status },
          ...Object.fromEntries(names.map((name) => [name, String(told.headers[name])])),
        });
      }
    }),
    { seed: 20, numRuns: 40 },
  ));
