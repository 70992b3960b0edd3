import { Pool } from 'undici';
import {
  issueInFull,
  newAgent,
  nextTimestamp,
  type TestAgent,
  unique,
  walk,
} from '../house/actors';
import { agentFallsSilent } from '../house/agent-falls-silent';
import { agentGoesSilent } from '../house/agent-goes-silent';
import { seeded } from '../fleet/seeded';
import { holds } from '../house/eventually';
import { openReceiver } from '../house/receiver';
import type { Issue, ListedEvent } from '../house/shapes';
import { openOwnDeployment, type OwnDeployment } from './own-deployment';
import { promisesRevocation } from './revocation-promises';
import { promisesSecrecy } from './secret-promises';

const OBSERVATIONS = Number(process.env['REPLICAS_OBSERVATIONS'] ?? 1_000);
const COPIES = 4;
const AGENTS = 4;
const FINGERPRINTS = 10;
const SENDERS = 16;

jest.setTimeout(600_000 + OBSERVATIONS * 30);

let house: OwnDeployment;
let agents: readonly TestAgent[];
beforeAll(async () => {
  house = await openOwnDeployment({
    replicas: { ingest: 3, registry: 2 },
    env: { AGENT_TIMEOUT: '2s', AGENT_SILENT_AFTER: '2s', LOG_LEVEL: 'trace' },
  });
  // Of a kind that may end: no issue tells that they fell silent.
  const kind = 'github_actions';
  agents = await Promise.all(Array.from({ length: AGENTS }, () => newAgent(house.admin, { kind })));
});

const zone = `${unique('replica')}.example.com`;
const bodyOf = (i: number): string =>
  JSON.stringify({
    ...{ kind: 'network_connection', timestamp: nextTimestamp(), verdict: 'detected' },
    metadata: { destination: `d${i % FINGERPRINTS}.${zone}`, port: 443, nth: i },
  });

/** Sends every observation in four copies at once, each to a replica taken at random. Answers how often each status, or refusal, came. */
async function sendAll(bodies: readonly string[]): Promise<Record<string, number>> {
  const random = seeded(4);
  const pools = house
    .of('ingest')
    .map((p) => new Pool(p.address, { connections: SENDERS * COPIES }));
  const statuses: Record<string, number> = {};
  const copy = async (i: number): Promise<void> => {
    const pool = pools[Math.floor(random() * pools.length)];
    const authorization = `Bearer ${agents[i % AGENTS]?.token}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = bodies[i] ?? '';
    const answer = await pool?.request({ method: 'PUT', path: '/v1/events_v2', headers, body });
    const text = (await answer?.body.text()) ?? '';
    const status = answer && answer.statusCode < 300 ? String(answer.statusCode) : text;
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let i = next++; i < bodies.length; i = next++)
      await Promise.all(Array.from({ length: COPIES }, () => copy(i)));
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await Promise.all(pools.map((pool) => pool.close()));
  return statuses;
}

test(`rule 8: 3 ingest processes, ${OBSERVATIONS} observations in ${COPIES} copies at once to any of them: exactly ${OBSERVATIONS} are 201, all are there once, issues count exactly, every webhook is told once`, async () => {
  const receiver = await openReceiver();
  for (const path of ['/a', '/b']) {
    const made = await house.admin.post('/v1/webhooks', { url: receiver.url + path });
    expect(made.status).toBe(201);
  }
  const bodies = Array.from({ length: OBSERVATIONS }, (_, i) => bodyOf(i));
  expect(await sendAll(bodies)).toEqual({
    201: OBSERVATIONS,
    202: OBSERVATIONS * (COPIES - 1),
  });

  const there: string[] = [];
  for (const { id } of agents) {
    const events = await walk<ListedEvent>(house.admin, `/v1/events?limit=1000&agent_id=${id}`);
    there.push(...events.map((event) => `${id} ${String(event.metadata['nth'])}`));
  }
  expect(there).toHaveLength(OBSERVATIONS);
  expect(new Set(there).size).toBe(OBSERVATIONS);
  const ends = await house.log.ends('observations');
  expect(ends.reduce((sum, end) => sum + end, 0)).toBeGreaterThanOrEqual(OBSERVATIONS);

  const wanted = new Map<string, number>();
  for (let i = 0; i < OBSERVATIONS; i += 1) {
    const key = `${agents[i % AGENTS]?.id} d${i % FINGERPRINTS}.${zone}`;
    wanted.set(key, (wanted.get(key) ?? 0) + 1);
  }
  await holds(
    async () => {
      const issues = await walk<Issue>(house.admin, '/v1/issues?limit=1000');
      const full = await Promise.all(issues.map(({ id }) => issueInFull(house.admin, id)));
      const found = full.map((i) => [
        `${i.agent_id} ${String(i.details['domain'])}`,
        i.occurrences,
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    },
    60_000 + OBSERVATIONS * 2,
  );

  for (const path of ['/a', '/b']) {
    await holds(() => {
      const ids = receiver.at(path).map((request) => request.headers['webhook-id']);
      expect(new Set(ids).size).toBe(wanted.size);
      expect(ids).toHaveLength(wanted.size);
    });
  }
});

// proves: api-agent-status
test('an agent is disconnected when it was silent for AGENT_TIMEOUT, whichever replicas it spoke to', async () => {
  await agentFallsSilent(house.admin);
});

// proves: api-agent-silent, api-agent-silent-event
test('an agent that was heard by any of 3 replicas and falls silent is one issue, though each notices it', async () => {
  await agentGoesSilent(house.admin, 2_000);
});

describe('what is taken away', () => promisesRevocation(() => house));

describe('what is shown once', () => promisesSecrecy(() => house));
