import { connection, newAgent, record, recordNew, type TestAgent, unique } from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { agentError, type ListedEvent } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const statusOf = async (body: unknown): Promise<number> => (await record(agent, body)).status;

const put = (body: unknown, headers: Record<string, string> = {}) =>
  agent.client.send<{ id: string }>({ method: 'PUT', path: '/v1/events_v2', body, headers });

describe('4. PUT /v1/events_v2', () => {
  // proves: spec-1-agents-submit, spec-4-ingest-format, spec-4-ingest-type, spec-4-ingest-body, spec-4-ingest-created,
  // proves: spec-4-ingest-updated, spec-9-events-v2, api-put-event, api-agent-token
  test('answers 201 when a new event is created, 202 when an existing event is updated', async () => {
    const body = connection('twice.example.com');
    const first = await record(agent, body);
    expect([first.status, first.body]).toEqual([
      201,
      { id: expect.stringMatching(/^event_[A-Za-z0-9_-]+$/), status: 'created' },
    ]);
    const second = await record(agent, body);
    expect([second.status, second.body]).toEqual([202, { id: first.body.id, status: 'updated' }]);
  });

  // proves: spec-4-ingest-agent
  test('the agent is taken from the token; one in the body means nothing', async () => {
    const other = await newAgent(house.admin);
    const id = await recordNew(agent, { ...connection('who.example.com'), agent_id: other.id });
    const event = await eventually(async () => {
      const answer = await house.admin.get<ListedEvent>(`/v1/events/${id}`);
      return answer.status === 200 && answer.body;
    });
    expect(event.agent_id).toBe(agent.id);
  });

  // proves: spec-2-ingested-kind
  test.each([
    'network_connection',
    'process_execution',
    'file_access',
    'dns_query',
    'something_new',
  ])('kind may be %s', async (kind) =>
    expect(await statusOf({ ...connection('k.example.com'), kind })).toBe(201),
  );

  // proves: spec-2-ingested-verdict, spec-3-event-verdict
  test.each(['allowed', 'blocked', 'detected'])('verdict may be %s', async (verdict) => {
    expect(await statusOf({ ...connection('v.example.com'), verdict })).toBe(201);
  });

  test('the same content in another order, spelling or zone is the same event', async () => {
    const { kind, metadata, verdict } = connection('same.example.com', { score: 1 });
    const timestamp = '2026-03-03T10:11:12.123456789Z';
    expect(await statusOf({ kind, timestamp, metadata, verdict })).toBe(201);
    const turned = Object.fromEntries(Object.entries(metadata as object).reverse());
    expect(await statusOf({ verdict, metadata: turned, timestamp, kind })).toBe(202);
    const spelled = JSON.stringify({ kind, timestamp, metadata, verdict }, null, 2);
    expect(await statusOf(spelled.replace('"score": 1', '"score": 1.0e0'))).toBe(202);
    const zoned = timestamp.replace('10:11', '12:11').replace('Z', '+02:00');
    expect(await statusOf({ kind, timestamp: zoned, metadata, verdict })).toBe(202);
  });

  test('a nanosecond, a metadata value, a kind or an agent makes another event', async () => {
    const body = {
      ...connection('other.example.com'),
      timestamp: '2026-03-03T10:11:12.100000001Z',
    };
    expect(await statusOf(body)).toBe(201);
    expect(await statusOf({ ...body, timestamp: '2026-03-03T10:11:12.100000002Z' })).toBe(201);
    expect(await statusOf({ ...body, kind: 'dns_query' })).toBe(201);
    const metadata = { ...(body as unknown as { metadata: object }).metadata, port: 444 };
    expect(await statusOf({ ...body, metadata })).toBe(201);
    expect((await record(await newAgent(house.admin), body)).status).toBe(201);
  });

  // proves: spec-4-ingest-updated
  test('another verdict is an update of the same event, and is what is read afterwards', async () => {
    const body = connection('changed.example.com');
    const id = await recordNew(agent, body);
    expect(await statusOf({ ...body, verdict: 'blocked' })).toBe(202);
    await holds(async () => {
      const answer = await house.admin.get(`/v1/events/${id}`);
      expect(answer.body).toMatchObject({ verdict: 'blocked' });
    });
  });

  test('of the same event sent many times at once exactly one is 201', async () => {
    const body = connection(`${unique('race')}.example.com`);
    const answers = await Promise.all(Array.from({ length: 24 }, () => record(agent, body)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(23).fill(202)]);
    expect(new Set(answers.map((a) => a.body.id)).size).toBe(1);
  });

  // proves: spec-2-ingested-timestamp, spec-2-event-timestamp, api-time-verbatim
  test('the timestamp is kept verbatim, to the nanosecond', async () => {
    const timestamp = '2026-03-03T12:11:12.123456789+02:00';
    const id = await recordNew(agent, { ...connection('ns.example.com'), timestamp });
    const event = await house.admin.get<ListedEvent>(`/v1/events/${id}`);
    expect(event.body.timestamp).toBe(timestamp);
  });

  // proves: api-unknown-ignored
  test('unknown properties are ignored', async () => {
    expect(await statusOf({ ...connection('new.example.com'), from_the_future: true })).toBe(201);
  });
});

describe('Idempotency-Key on PUT /v1/events_v2', () => {
  // proves: api-key-events
  test('is the identity: a repeat is 202, whatever the body', async () => {
    const key = { 'idempotency-key': unique('key') };
    const first = await put(connection('a.example.com'), key);
    const second = await put(connection('b.example.com'), key);
    expect([first.status, second.status]).toEqual([201, 202]);
    expect(second.body.id).toBe(first.body.id);
  });

  test('belongs to the agent', async () => {
    const headers = { 'idempotency-key': unique('key') };
    const other = await newAgent(house.admin);
    const body = connection('c.example.com');
    expect((await put(body, headers)).status).toBe(201);
    const answer = await other.client.send({ method: 'PUT', path: '/v1/events_v2', body, headers });
    expect(answer.status).toBe(201);
  });

  test.each([
    ['an empty one', ''],
    ['one of 256 characters', 'x'.repeat(256)],
  ])('%s answers 400', async (_, key) => {
    const answer = await put(connection('d.example.com'), { 'idempotency-key': key });
    expect([answer.status, answer.body]).toEqual([400, agentError('InvalidEvent')]);
  });
});

describe('5. a missing or invalid agent token', () => {
  const unauthorized = { error: 'Missing or invalid agent token', type: 'UnauthorizedEvents' };

  // proves: spec-5-unauthorized-events, spec-4-agent-token, spec-7-ingest, api-shape-agents, api-shape-agents-401,
  // proves: api-www-authenticate
  test.each([
    ['none', null],
    ['nonsense', 'nonsense'],
    ['a well-formed one that nobody has', `pp_a_${'A'.repeat(38)}`],
  ])('%s answers 401 with type "UnauthorizedEvents"', async (_, token) => {
    const answer = await house.admin.as(token).put('/v1/events_v2', connection('x.example.com'));
    expect([answer.status, answer.body]).toEqual([401, unauthorized]);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  // proves: spec-4-agent-token, spec-5-agent-token, api-token-kind, api-shape-agents-401
  test('a user token answers 401 with type "UnauthorizedEvents"', async () => {
    const answer = await house.admin.put('/v1/events_v2', connection('x.example.com'));
    expect([answer.status, answer.body]).toEqual([401, unauthorized]);
  });
});
