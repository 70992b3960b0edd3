import { startKafka, startMongo, type TestServer } from '../../../tools/servers/index.mjs';
import { allTheWhile } from '../house/all-the-while';
import { connection, newAgent, record, recordNew, type TestAgent } from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { agentError, generalError } from '../house/shapes';
import { beginSlowClients, expectCut, type SlowClients } from '../house/slow-client';
import { memoryOf, type Timed, timed, upperQuartile } from './outage';
import { openOwnDeployment, type OwnDeployment } from './own-deployment';
import type { ServiceName } from './service-process';

let kafka: TestServer & { readonly brokers: string };
let database: TestServer & { readonly url: string };
let house: OwnDeployment;
let agent: TestAgent;
/** Begun first, since they take half a minute. */
let slow: SlowClients;
beforeAll(async () => {
  [kafka, database] = await Promise.all([startKafka(), startMongo()]);
  house = await openOwnDeployment({ servers: { kafka: kafka.brokers, mongo: database.url } });
  agent = await newAgent(house.admin);
  slow = beginSlowClients({ baseUrl: String(house.gateways[0]) }, house.adminToken);
});
afterAll(async () => {
  await Promise.all([kafka?.close(), database?.close()]);
});

/** Says so, and nothing of where the house has its Kafka and its database. */
const unavailable = (answer: Timed): void => {
  expect([answer.status, answer.text]).toEqual([
    503,
    expect.not.stringMatching(/127\.0\.0\.1|ECONN/),
  ]);
  expect(answer.retryAfter).toMatch(/^[1-9]\d*$/);
};

const ingests = (): readonly string[] => house.of('ingest').map((process) => process.address);
const observe = (address: string, nth: number): Promise<Timed> =>
  timed(address, agent.token, '/v1/events_v2', connection('outage.example.com', { nth }));

/** Asks every process all the while whether it is alive; answers what was not 200. */
function watchHealth(): () => Promise<readonly string[]> {
  const bad: string[] = [];
  const watching = allTheWhile(100, async () => {
    for (const process of house.processes) {
      const status = await process.health();
      if (status !== 200) bad.push(`${process.name}: ${status}`);
    }
  });
  return async () => {
    await watching.end();
    return bad;
  };
}

/** The first request that meets the outage may take 3 s, those after it are answered at once. */
async function refusedAtOnce(ask: () => Promise<Timed>): Promise<void> {
  const first = await ask();
  unavailable(first);
  expect(first.ms).toBeLessThan(4_000);
  const times: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    const next = await ask();
    unavailable(next);
    times.push(next.ms);
  }
  expect(upperQuartile(times)).toBeLessThan(100);
}

describe('Kafka is away', () => {
  test('rule 3: ingest answers 503 with Retry-After at once, memory is bounded, all is well again by itself', async () => {
    const health = watchHealth();
    const before = await Promise.all(house.of('ingest').map(memoryOf));
    await kafka.kill9();
    for (const [i, address] of ingests().entries()) await refusedAtOnce(() => observe(address, i));
    // What was answered stays readable: documents are not in the log.
    expect((await house.admin.get('/v1/events')).status).toBe(200);
    for (const service of ['ingest', 'detection', 'registry', 'notifier'] as const)
      for (const process of house.of(service))
        await holds(async () => expect(await process.readiness()).toMatch(/"log"/));

    let refused = 0;
    const flood = async (nth: number): Promise<void> => {
      for (let i = 0; i < 60; i += 1) {
        const answer = await observe(ingests()[nth % 2] ?? '', 1_000 + nth * 60 + i);
        unavailable(answer);
        refused += 1;
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, nth) => flood(nth)));
    expect(refused).toBe(64 * 60);
    const after = await Promise.all(house.of('ingest').map(memoryOf));
    for (const [i, used] of after.entries()) expect(used - (before[i] ?? 0)).toBeLessThan(120);

    await kafka.start();
    await house.ready();
    await recordNew(agent, connection('after-kafka.example.com'));
    expect(await health()).toEqual([]);
    expect(house.deaths()).toEqual([]);
  });
});

test('Kafka is away: what can be read is, and by what the chart asks every process stays in its Service', async () => {
  await kafka.kill9();
  for (const service of ['ingest', 'detection', 'registry', 'notifier'] as const)
    for (const process of house.of(service)) {
      await holds(async () => expect(await process.readiness()).toMatch(/"log"/));
      expect([process.name, await process.readiness('log')]).toEqual([process.name, 'ready']);
    }
  for (const path of ['/v1/issues', '/v1/policies', '/v1/agents', '/v1/events', '/v1/webhooks'])
    expect([path, (await house.admin.get(path)).status]).toEqual([path, 200]);
  await kafka.start();
  await house.ready();
});

describe('the database is away', () => {
  test('rule 3: what needs it answers 503 with Retry-After at once, all is well again by itself', async () => {
    const health = watchHealth();
    const known = connection('known-before.example.com');
    await recordNew(agent, known);
    await database.kill9();
    for (const [i, address] of ingests().entries()) await refusedAtOnce(() => observe(address, i));
    const gateway = house.gateways[0] ?? '';
    for (const path of ['/v1/issues', '/v1/policies', '/v1/agents', '/v1/events', '/v1/webhooks'])
      unavailable(await timed(gateway, house.adminToken, path));
    for (const service of ['ingest', 'detection', 'registry', 'notifier'] as const)
      for (const process of house.of(service))
        await holds(async () => expect(await process.readiness()).toMatch(/"(store|documents)"/));

    await database.start();
    await house.ready();
    expect((await record(agent, known)).status).toBe(202);
    await recordNew(agent, connection('after-the-database.example.com'));
    expect(await health()).toEqual([]);
    expect(house.deaths()).toEqual([]);
  });
});

describe('a service is away', () => {
  const cut = async (service: ServiceName, during: () => Promise<void>): Promise<void> => {
    await Promise.all(house.of(service).map((process) => process.kill9()));
    try {
      await during();
    } finally {
      await Promise.all(house.of(service).map((process) => process.start()));
    }
  };

  // proves: api-code-unavailable
  test.each([
    ['registry', '/v1/policies'],
    ['detection', '/v1/issues'],
    ['ingest', '/v1/events'],
    ['notifier', '/v1/webhooks'],
  ] as const)(
    '%s: the gateway answers 503 with Retry-After for %s, and the rest goes on',
    async (service, path) => {
      await cut(service, async () => {
        const answer = await house.admin.get(path);
        expect([answer.status, answer.body]).toEqual([503, generalError('unavailable')]);
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
        expect(answer.headers['x-request-id']).toMatch(/^\S+$/);
        const other = service === 'registry' ? '/v1/issues' : '/v1/policies';
        expect((await house.admin.get(other)).status).toBe(200);
      });
      await eventually(async () => (await house.admin.get(path)).status === 200);
    },
  );

  // proves: api-type-unavailable
  test('ingest: an agent gets {error, type: "Unavailable"}', async () => {
    await cut('ingest', async () => {
      const answer = await record(agent, connection('nobody.example.com'));
      expect([answer.status, answer.body]).toEqual([503, agentError('Unavailable')]);
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    });
  });

  test('one of two replicas: nobody notices', async () => {
    const [one] = house.of('ingest');
    await one?.kill9();
    for (let nth = 0; nth < 20; nth += 1)
      await recordNew(agent, connection('one-of-two.example.com', { nth }));
    await one?.start();
  });
});

// proves: api-slow-headers, api-slow-request
test('a client that sends its headers or its body too slowly is cut by the gateway', async () => {
  await expectCut(slow);
});
