import {
  newAgent,
  nextTimestamp,
  record,
  recordNew,
  type TestAgent,
  unique,
  walk,
} from '../house/actors';
import { type House, openHouse } from '../house/house';
import { generalError, ISO, type ListedEvent, type Page } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const observation = (kind: string, metadata: object): object => ({
  ...{ kind, timestamp: nextTimestamp(), metadata, verdict: 'allowed' },
});

const process = { pid: 77, command: '/usr/bin/dig', args: ['+short', 'a.example.com'] };

async function listed(query: string): Promise<readonly ListedEvent[]> {
  const answer = await house.admin.get<Page<ListedEvent>>(`/v1/events?${query}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.data;
}

describe('2. Event (as listed), fields', () => {
  // proves: spec-2-event-id, spec-2-event-timestamp, spec-2-event-query, spec-2-event-response, spec-2-event-process,
  // proves: spec-4-events-response, api-event-dns, api-event-more
  test('a DNS event has id, type, timestamp, query, response and process', async () => {
    const body = observation('dns_query', {
      query: 'a.example.com',
      response: ['192.0.2.1'],
      process,
    });
    const id = await recordNew(agent, body);
    const event = (await listed(`agent_id=${agent.id}&type=dns`)).find((e) => e.id === id);
    expect(event).toMatchObject({
      ...{ id, type: 'dns', query: 'a.example.com', response: ['192.0.2.1'], process },
      ...{ kind: 'dns_query', verdict: 'allowed', agent_id: agent.id },
      timestamp: (body as { timestamp: string }).timestamp,
      received_at: expect.stringMatching(ISO),
      metadata: { query: 'a.example.com', response: ['192.0.2.1'], process },
    });
    expect(event?.id).toMatch(/^event_[A-Za-z0-9_-]+$/);
  });

  // proves: spec-2-event-type, spec-2-event-process, spec-6-ingest-kinds, api-event-type, api-event-other,
  // proves: api-event-dns, api-get-event
  test.each([
    ['dns_query', 'dns'],
    ['dns', 'dns'],
    ['network_connection', 'connect'],
    ['process_execution', 'process'],
    ['file_access', 'file'],
    ['kernel_module_load', 'kernel_module_load'],
  ])('an event of kind %s is listed as type %s', async (kind, type) => {
    const id = await recordNew(agent, observation(kind, { process }));
    const { status, body } = await house.admin.get(`/v1/events/${id}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ id, type, kind, process })]);
    expect((await listed(`type=${type}&agent_id=${agent.id}`)).map((e) => e.id)).toContain(id);
  });
});

describe('4. GET /v1/events', () => {
  // proves: spec-4-events-type
  test.each(['dns', 'connect', 'process'])(
    'type=%s lists only events of that type',
    async (type) => {
      const events = await listed(`type=${type}`);
      expect(new Set(events.map((event) => event.type))).toEqual(new Set([type]));
    },
  );

  // proves: spec-4-events-agent-id
  test('agent_id: only events of this agent', async () => {
    const other = await newAgent(house.admin);
    const id = await recordNew(other, observation('dns', { query: 'mine.example.com' }));
    expect((await listed(`agent_id=${other.id}`)).map((event) => event.id)).toEqual([id]);
    expect(await listed(`agent_id=${other.id}&type=connect`)).toEqual([]);
    expect(await listed('agent_id=agent_none')).toEqual([]);
  });

  // proves: spec-4-events-since, api-since, api-time-verbatim
  test('since: only events after it, exclusive, by nanoseconds', async () => {
    const own = await newAgent(house.admin);
    const at = (ns: string) => ({
      ...{ kind: 'dns', timestamp: `2026-03-03T10:11:12.${ns}Z`, metadata: {}, verdict: 'allowed' },
    });
    const first = await recordNew(own, at('000000001'));
    const second = await recordNew(own, at('000000002'));
    const after = (ns: string) =>
      listed(`agent_id=${own.id}&since=2026-03-03T10:11:12.${ns}Z`).then((l) => l.map((e) => e.id));
    expect(await after('000000000')).toEqual([second, first]);
    expect(await after('000000001')).toEqual([second]);
    expect(await after('000000002')).toEqual([]);
  });

  // proves: api-events-filters
  test('until is inclusive, and goes with agent, type, verdict and since', async () => {
    const own = await newAgent(house.admin);
    const at = (ns: number): string => `2026-03-03T10:11:12.00000000${ns}Z`;
    const sent = ['blocked', 'detected', 'blocked', 'blocked'].map((verdict, ns) => ({
      ...{ kind: ns === 2 ? 'dns' : 'file_access', timestamp: at(ns), metadata: {}, verdict },
    }));
    const ids = await Promise.all(sent.map((body) => recordNew(own, body)));
    const found = async (query: string): Promise<unknown[]> =>
      (await listed(`agent_id=${own.id}&${query}`)).map(({ id }) => ids.indexOf(id));
    expect(await found(`until=${at(2)}`)).toEqual([2, 1, 0]);
    expect(await found('verdict=blocked')).toEqual([3, 2, 0]);
    expect(await found(`verdict=blocked&until=${at(2)}&since=${at(0)}`)).toEqual([2]);
    expect(await found(`verdict=blocked&type=file&until=${at(3)}`)).toEqual([3, 0]);
  });

  // proves: api-events-destination, api-events-destination-read
  test('destination: only events that went there or looked it up, by name or address', async () => {
    const own = await newAgent(house.admin);
    const name = `${unique()}.example.com`.toLowerCase();
    const address = '203.0.113.77';
    const ids = [
      observation('network_connection', { destination: name, destination_ip: address }),
      observation('dns_query', { query: name, destination_ip: '203.0.113.53' }),
      observation('network_connection', { destination: `${address}:443` }),
      observation('file_access', { path: '/etc/hosts' }),
    ].map((body) => recordNew(own, body));
    const [connection, lookUp, bare] = await Promise.all(ids);
    const found = async (destination: string, more = ''): Promise<unknown[]> => {
      const asked = encodeURIComponent(destination);
      return (await listed(`destination=${asked}&agent_id=${own.id}${more}`)).map(({ id }) => id);
    };
    expect(await found(name)).toEqual([lookUp, connection]);
    expect(await found(`https://${name.toUpperCase()}/path`)).toEqual([lookUp, connection]);
    expect(await found(name, '&type=connect&verdict=allowed')).toEqual([connection]);
    expect(await found(address)).toEqual([bare, connection]);
    expect(await found('other.example.com')).toEqual([]);
    const anyAgent = await listed(`destination=${name}`);
    expect(anyAgent.map(({ id }) => id)).toEqual([lookUp, connection]);
  });

  // proves: spec-4-events-limit, spec-8-events-limit
  test('limit: default 100', async () => {
    const own = await newAgent(house.admin);
    const sent = Array.from({ length: 101 }, (_, i) => observation('dns', { i }));
    await Promise.all(sent.map((body) => record(own, body)));
    expect(await listed(`agent_id=${own.id}`)).toHaveLength(100);
    expect(await listed(`agent_id=${own.id}&limit=5`)).toHaveLength(5);
    expect(await listed(`agent_id=${own.id}&limit=1000`)).toHaveLength(101);
  });

  // proves: api-limit
  test.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'since=now',
    'type=dns&type=connect',
    'type=',
    'verdict=odd',
  ])('?%s answers 400', async (query) => {
    const answer = await house.admin.get(`/v1/events?${query}`);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });

  // proves: api-lists
  test('the pages hold every event exactly once while events are recorded', async () => {
    const own = await newAgent(house.admin);
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, i) => recordNew(own, observation('dns', { i }))),
    );
    const seen = await walk<ListedEvent>(
      house.admin,
      `/v1/events?agent_id=${own.id}&limit=7`,
      async () => void (await recordNew(own, observation('dns', { word: unique() }))),
    );
    const seenIds = seen.map((event) => event.id);
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect(seenIds.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
  });

  test('the list is newest first, whenever the events arrived', async () => {
    const own = await newAgent(house.admin);
    const [early, late] = [nextTimestamp(), nextTimestamp()];
    const body = { kind: 'dns', metadata: {}, verdict: 'allowed' };
    const newer = await recordNew(own, { ...body, timestamp: late });
    const older = await recordNew(own, { ...body, timestamp: early });
    const events = await listed(`agent_id=${own.id}`);
    expect(events.map((event) => event.id)).toEqual([newer, older]);
  });
});

describe('GET /v1/events/{id}', () => {
  test('answers 404 when there is none', async () => {
    const answer = await house.admin.get('/v1/events/event_none');
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});
