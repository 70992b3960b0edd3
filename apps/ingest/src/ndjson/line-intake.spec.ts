import { readSettings } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { Unavailable } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { IngestModule } from '../ingest.module';

const LIMIT = 100;
const LINES = 40;

let house: TestHouse;
let token: string;
let append: jest.SpyInstance;
beforeEach(async () => {
  const env = { SECRET_KEY: 'x'.repeat(32), RATE_LIMIT_AGENT: `${LIMIT}/1h` };
  const { rateLimit } = readSettings(env);
  house = await testHouse({ imports: [IngestModule], settings: { rateLimit } });
  token = (await house.addAgent()).token;
  append = jest.spyOn(house.app.get(EventLog), 'append');
});
afterEach(() => house.close());

const away = (): Promise<never> => Promise.reject(new Unavailable('the log is away'));

type Answer = Awaited<ReturnType<TestHouse['inject']>>;
const post = (url: string, lines: readonly string[]): Promise<Answer> =>
  house.inject({
    ...{ method: 'POST', url, payload: lines.join('\n') },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  });
const alert = (rule: string): string => JSON.stringify({ rule, time: '2026-03-03T10:11:12Z' });
const alerts = Array.from({ length: LINES }, (_, n) => alert(`rule ${n}`));
const left = ({ headers }: Answer): number => Number(headers['x-ratelimit-remaining']);

const observed = alerts.map((_, n) =>
  JSON.stringify({
    ...{ kind: 'a', timestamp: '2026-03-03T10:11:12Z', metadata: { n }, verdict: 'detected' },
  }),
);

test('what a sensor sends again beside an event, and is none, costs nothing more either', async () => {
  append.mockImplementation(away);
  const lines = [...Array<string>(LINES).fill('{}'), alert('a')];
  for (let n = 0; n < 5; n += 1)
    expect((await post('/v1/integrations/falco', lines)).statusCode).toBe(503);
});

test('what a sensor sends again counts once: a line that is wrong, one that is no event, and an event', async () => {
  append.mockImplementation(away);
  const url = '/v1/integrations/falco';
  const lines = ['{', '{}', alert('a')];
  for (let n = 0; n < 5; n += 1) expect((await post(url, lines)).statusCode).toBe(503);
  append.mockRestore();
  expect((await post(url, lines)).statusCode).toBe(200);
  const { body } = await house.inject('/metrics');
  expect(
    body
      .split('\n')
      .filter((line) => line.startsWith('parapet_agent_obs'))
      .sort(),
  ).toEqual([
    'parapet_agent_observations_total{outcome="accepted",reason=""} 1',
    'parapet_agent_observations_total{outcome="rejected",reason="bad_request"} 1',
    'parapet_agent_observations_total{outcome="rejected",reason="no_observation"} 1',
  ]);
});

test.each([
  ['/v1/integrations/falco', alerts, 200],
  ['/v1/events_v2/batch', observed, 207],
])('lines to %s that an outage sends back cost one request', async (url, lines, taken) => {
  append.mockImplementation(away);
  for (let n = 0; n < 5; n += 1) expect((await post(url, lines)).statusCode).toBe(503);
  append.mockRestore();
  const answer = await post(url, lines);
  expect([answer.statusCode, left(answer)]).toEqual([taken, LIMIT - 5 - LINES]);
});
