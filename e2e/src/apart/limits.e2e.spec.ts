import { connection, newAgent, unique } from '../house/actors';
import { openOwnDeployment, type OwnDeployment } from './own-deployment';
import { type Answered, askTwice } from './steady-client';

jest.setTimeout(180_000);

const USER = 60;
const AGENT = 300;

let house: OwnDeployment;
beforeAll(async () => {
  const limits = {
    RATE_LIMIT: 'on',
    RATE_LIMIT_USER: `${USER}/1d`,
    RATE_LIMIT_AGENT: `${AGENT}/1d`,
  };
  house = await openOwnDeployment({ env: limits });
});

/** Asks so many times by 8 askers at once; answers how often each status came. */
async function ask(
  times: number,
  once: (nth: number) => Promise<Answered>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let nth = 0;
  const asker = async (): Promise<void> => {
    while (nth < times) {
      const { status } = await once(nth++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, asker));
  return statuses;
}

// proves: spec-8-429, spec-7-429, api-rate-shared, api-rate-windows
test('rule 20: what a user asks of different services and replicas is counted together, to the request', async () => {
  const body = { name: unique('limited'), permissions: ['admin'] };
  const { token } = (await house.admin.post<{ token: string }>('/v1/tokens', body)).body;
  const to = { addresses: house.gateways, token };
  const paths = ['/v1/issues', '/v1/policies', '/v1/agents', '/v1/webhooks', '/v1/tokens'];
  const statuses = await ask(2 * USER, (nth) =>
    askTwice(to, nth, { method: 'GET', path: String(paths[nth % paths.length]) }),
  );
  expect(Object.fromEntries(statuses)).toEqual({ 200: USER, 429: USER });
});

// proves: api-rate-shared
test('rule 20: what an agent sends to different replicas never passes its limit, and reaches it', async () => {
  const agent = await newAgent(house.admin);
  const to = { addresses: house.of('ingest').map((p) => p.address), token: agent.token };
  const statuses = await ask(2 * AGENT, (nth) => {
    const body = JSON.stringify(connection(`d${nth % 3}.limited.example.com`));
    return askTwice(to, nth, { method: 'PUT', path: '/v1/events_v2', body });
  });
  const passed = statuses.get(201) ?? 0;
  expect(passed).toBeLessThanOrEqual(AGENT);
  expect(passed).toBeGreaterThan(AGENT * 0.9);
  expect(statuses.get(429)).toBe(2 * AGENT - passed);
});
