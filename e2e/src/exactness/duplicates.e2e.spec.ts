import { Pool } from 'undici';
import { issueInFull, newAgent, nextTimestamp, walk } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import type { Issue, ListedEvent } from '../house/shapes';

const CONNECTIONS = 16;
const OBSERVATIONS = Number(process.env['DUPLICATES_OBSERVATIONS'] ?? 200);
const FINGERPRINTS = 20;
const ZONE = 'dup.example.com';

jest.setTimeout(600_000 + OBSERVATIONS * 400);

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** Half of the connections send each body at the same moment, one body after the other; answers every status. */
async function race(token: string, bodies: readonly string[]): Promise<number[]> {
  const pools = Array.from(
    { length: CONNECTIONS / 2 },
    () => new Pool(house.baseUrl, { connections: 1, pipelining: 1 }),
  );
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (pool: Pool, body: string): Promise<number> => {
    const answer = await pool.request({ method: 'PUT', path: '/v1/events_v2', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  };
  const statuses: number[] = [];
  for (const body of bodies)
    statuses.push(...(await Promise.all(pools.map((pool) => send(pool, body)))));
  await Promise.all(pools.map((pool) => pool.close()));
  return statuses;
}

test(`${CONNECTIONS} connections with the same ${OBSERVATIONS} observations: exactly ${OBSERVATIONS} are 201, every issue counts exactly, every webhook is told once`, async () => {
  const receiver = await openReceiver();
  expect((await house.admin.post('/v1/webhooks', { url: receiver.url })).status).toBe(201);
  const agent = await newAgent(house.admin);
  const bodies = Array.from({ length: OBSERVATIONS }, (_, i) =>
    JSON.stringify({
      ...{ kind: 'network_connection', timestamp: nextTimestamp(), verdict: 'detected' },
      metadata: { destination: `d${i % FINGERPRINTS}.${ZONE}`, port: 443, nth: i },
    }),
  );

  // Those that come from the other end keep the writer busy: copies that arrive meanwhile are written together.
  const ways = [bodies, bodies.toReversed()];
  const statuses = (await Promise.all(ways.map((way) => race(agent.token, way)))).flat();
  expect(statuses.filter((status) => status === 201)).toHaveLength(OBSERVATIONS);
  expect(statuses.filter((status) => status === 202)).toHaveLength(
    OBSERVATIONS * (CONNECTIONS - 1),
  );

  const path = `/v1/events?limit=1000&agent_id=${agent.id}`;
  const events = await walk<ListedEvent>(house.admin, path);
  expect(new Set(events.map((event) => event.id)).size).toBe(OBSERVATIONS);
  expect(events).toHaveLength(OBSERVATIONS);

  const counts = await eventually(async () => {
    const issues = await walk<Issue>(house.admin, '/v1/issues?limit=1000');
    const full = await Promise.all(issues.map(({ id }) => issueInFull(house.admin, id)));
    const mine = full.filter((issue) => issue.agent_id === agent.id);
    expect(mine.reduce((sum, issue) => sum + issue.occurrences, 0)).toBe(OBSERVATIONS);
    return mine.map((issue) => issue.occurrences);
  });
  expect(counts).toEqual(Array(FINGERPRINTS).fill(OBSERVATIONS / FINGERPRINTS));

  // An issue of another test of the deployment may be raised late.
  const told = () => receiver.received.filter(({ body }) => body.includes(ZONE));
  await eventually(() => told().length >= FINGERPRINTS);
  expect(new Set(told().map((r) => r.headers['webhook-id'])).size).toBe(FINGERPRINTS);
  expect(told()).toHaveLength(FINGERPRINTS);
  await receiver.close();
});
