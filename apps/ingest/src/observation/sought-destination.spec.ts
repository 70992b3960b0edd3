import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { IngestModule } from '../ingest.module';

let house: TestHouse;
let agent: Agent;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
  agent = await house.addAgent({ name: 'seeker' });
});
afterAll(() => house.close());

interface Agent {
  readonly id: string;
  readonly token: string;
}
interface Answer {
  readonly data: readonly { readonly timestamp: string }[];
  readonly pagination: { readonly next_cursor: string };
}

const at = (second: number): string => `2026-02-01T00:00:0${second}Z`;

async function put(token: string, body: object, headers = {}): Promise<void> {
  const payload = { kind: 'dns', timestamp: at(0), verdict: 'detected', ...body };
  await house.inject({
    ...{ method: 'PUT', url: '/v1/events_v2', payload },
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

async function ask(query: string): Promise<{ readonly status: number; readonly body: Answer }> {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const url = `/v1/events?destination=${query}`;
  const answer = await house.inject({ method: 'GET', url, headers });
  return { status: answer.statusCode, body: answer.json() };
}

const found = async (query: string): Promise<string[]> =>
  (await ask(query)).body.data.map(({ timestamp }) => timestamp);

describe('of what went here and there', () => {
  const SENT = [
    ['network_connection', { destination: 'api.found.example', destination_ip: '198.51.100.7' }],
    ['dns_query', { query: 'API.found.example.', destination_ip: '198.51.100.53' }],
    ['network_connection', { destination: 'https://api.found.example/x' }],
    ['network_connection', { destination: '198.51.100.7:443' }],
    ['network_connection', { destination: '198.51.100.7', destination_ip: '10.4.0.9' }],
    ['process_execution', { path: '/usr/bin/curl' }],
  ] as const;
  beforeAll(async () => {
    for (const [i, [kind, metadata]] of SENT.entries())
      await put(agent.token, { kind, metadata, timestamp: at(i) });
  });

  test.each([
    ['api.found.example', [2, 1, 0]],
    ['https%3A%2F%2FAPI.found.example%2F', [2, 1, 0]],
    ['198.51.100.7', [4, 3, 0]],
    ['%3A%3Affff%3A198.51.100.7&limit=2', [4, 3]],
    ['10.4.0.9', [4]],
    ['found.example', []],
    ['198.51.100.53', []],
    ['api.found.example&type=dns&verdict=detected', [1]],
    [`api.found.example&type=dns&verdict=detected&until=${at(0)}`, []],
    ['api.found.example&verdict=blocked', []],
    ['api.found.example&agent_id=agent_none', []],
  ])('destination=%s finds %j', async (query, places) => {
    expect(await found(query)).toEqual(places.map(at));
    const { id } = agent;
    if (!query.includes('agent_id'))
      expect(await found(`${query}&agent_id=${id}`)).toEqual(places.map(at));
  });

  test('a cursor for one destination is refused for another', async () => {
    const { body } = await ask('198.51.100.7&limit=1');
    const next = `&limit=1&cursor=${body.pagination.next_cursor}`;
    expect(await found(`198.51.100.7${next}`)).toEqual([at(3)]);
    expect(await ask(`198.51.100.8${next}`)).toMatchObject({
      ...{ status: 400, body: { error: { code: 'invalid_cursor' } } },
    });
  });

  test.each(['', 'a'.repeat(513), 'a&destination=b'])(
    'destination=%s is refused',
    async (query) => {
      expect((await ask(query)).status).toBe(400);
    },
  );
});

test('the destination of an event is that of its newest copy', async () => {
  const seen: string[][][] = [];
  for (const metadata of [{ destination: 'before.example' }, { query: 'after.example' }, {}]) {
    await put(agent.token, { metadata }, { 'idempotency-key': 'moved' });
    seen.push(await Promise.all(['before.example', 'after.example'].map(found)));
  }
  expect(seen).toEqual([
    [[at(0)], []],
    [[], [at(0)]],
    [[], []],
  ]);
});
