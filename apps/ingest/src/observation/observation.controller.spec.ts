import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { IngestModule } from '../ingest.module';
import { OBSERVATION_LIMIT } from './observation.http';

let house: TestHouse;
let agent: { readonly id: string; readonly token: string };
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
  agent = await house.addAgent({ name: 'node-7', labels: { cluster: 'blue' } });
});
afterAll(() => house.close());

const BODY = {
  kind: 'network_connection',
  timestamp: '2026-03-03T10:11:12.123456789Z',
  metadata: { destination: 'api.example.net', destination_ip: '203.0.113.9', port: 443 },
  verdict: 'detected',
};

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function put(payload: object | string, headers = {}, token = agent.token): Promise<Answer> {
  const answer = await house.inject({
    method: 'PUT',
    url: '/v1/events_v2',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function get(url: string, token = house.adminToken): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await house.inject({ method: 'GET', url, headers });
  return { status: answer.statusCode, body: answer.json() };
}

const items = ({ body }: Answer): Record<string, unknown>[] =>
  body['data'] as Record<string, unknown>[];

describe('PUT /v1/events_v2', () => {
  test('answers 201 for a new event and 202 for the same one again', async () => {
    const first = await put(BODY);
    expect(first).toEqual({
      status: 201,
      body: { id: expect.stringMatching(/^event_[\w-]+$/) as string, status: 'created' },
    });
    expect(await put(` ${JSON.stringify(BODY, null, 2)}`)).toEqual({
      status: 202,
      body: { id: first.body['id'], status: 'updated' },
    });
  });

  test('takes the content of the newest copy, and keeps the earliest time of receipt', async () => {
    const sent = { ...BODY, timestamp: '2026-03-03T10:11:14Z' };
    const { id } = (await put(sent)).body;
    const before = (await get(`/v1/events/${String(id)}`)).body;
    expect((await put({ ...sent, verdict: 'blocked', note: 'more' })).status).toBe(202);
    const after = (await get(`/v1/events/${String(id)}`)).body;
    expect(after).toEqual({ ...before, verdict: 'blocked' });
  });

  test('rule 8: of 16 senders of the same events, exactly one is answered 201 for each', async () => {
    const created = new Map<unknown, number>();
    const send = async (n: number): Promise<void> => {
      const { status, body } = await put({ ...BODY, metadata: { n } });
      expect([201, 202]).toContain(status);
      if (status === 201) created.set(body['id'], (created.get(body['id']) ?? 0) + 1);
    };
    const sender = async (first: number): Promise<void> => {
      for (let i = 0; i < 60; i += 1) await send((first * 4 + i) % 60);
    };
    await Promise.all(Array.from({ length: 16 }, (_, i) => sender(i)));
    expect([...created.values()]).toEqual(Array.from({ length: 60 }, () => 1));
  });

  test('another agent makes another event of the same body', async () => {
    const other = await house.addAgent({ name: 'node-8' });
    const sent = { ...BODY, timestamp: '2026-03-03T10:11:15Z' };
    const [mine, theirs] = [await put(sent), await put(sent, {}, other.token)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.body['id']).not.toBe(theirs.body['id']);
  });

  test('rule 7: with an Idempotency-Key a repeat is 202 whatever its body says', async () => {
    const key = { 'idempotency-key': 'f3b2-1' };
    const first = await put({ ...BODY, kind: 'file_access' }, key);
    const again = await put({ ...BODY, kind: 'dns', timestamp: '2026-03-03T09:00:00Z' }, key);
    expect([first.status, again.status]).toEqual([201, 202]);
    expect(again.body['id']).toBe(first.body['id']);
    expect((await put({ ...BODY, kind: 'dns' }, { 'idempotency-key': 'f3b2-2' })).status).toBe(201);
  });

  test.each([
    [{ ...BODY, kind: '' }, 'kind must not be empty'],
    [{ ...BODY, kind: 'x'.repeat(129) }, 'kind must have at most 128 characters'],
    [{ ...BODY, kind: 7 }, 'kind must be a string'],
    [{ ...BODY, verdict: 'maybe' }, 'verdict must be one of allowed, blocked, detected'],
    [{ ...BODY, metadata: [] }, 'metadata must be an object'],
    [{ ...BODY, metadata: undefined }, 'metadata is required'],
    [{ ...BODY, timestamp: 'yesterday' }, 'timestamp must be an RFC 3339 timestamp with zone'],
    [{ ...BODY, timestamp: '2999-01-01T00:00:00Z' }, 'look at the clock of the agent'],
    [[BODY], 'the body must be an object'],
    ['{"kind":', 'not valid JSON'],
  ])('says what is wrong with %j', async (sent, sentence) => {
    expect(await put(sent)).toEqual({
      status: 400,
      body: { error: expect.stringContaining(sentence) as string, type: 'InvalidEvent' },
    });
  });

  test('refuses an Idempotency-Key that is not visible ASCII', async () => {
    expect(await put(BODY, { 'idempotency-key': 'a b' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('1 to 255 visible ASCII') as string },
    });
  });

  test('takes exactly 64 KiB, and not one byte more', async () => {
    const padded = (bytes: number): string => {
      const text = (pad: string): string =>
        JSON.stringify({ ...BODY, timestamp: '2026-03-03T10:11:16Z', metadata: { pad } });
      return text('x'.repeat(bytes - text('').length));
    };
    expect((await put(padded(OBSERVATION_LIMIT))).status).toBe(201);
    expect(await put(padded(OBSERVATION_LIMIT + 1))).toMatchObject({
      status: 413,
      body: { type: 'PayloadTooLarge' },
    });
  });

  test('a user token is no agent token', async () => {
    expect(await put(BODY, {}, house.adminToken)).toEqual({
      status: 401,
      body: { error: 'Missing or invalid agent token', type: 'UnauthorizedEvents' },
    });
  });
});

describe('GET /v1/events', () => {
  let reader: { readonly id: string; readonly token: string };
  const at = (second: number): string => `2026-02-01T00:00:0${second}Z`;
  beforeAll(async () => {
    reader = await house.addAgent({ name: 'reader' });
    const kinds = ['dns_query', 'network_connection', 'process_execution', 'custom', 'dns_query'];
    for (const [i, kind] of kinds.entries())
      await put(
        { ...BODY, kind, timestamp: at(i), metadata: { query: `q${i}` } },
        {},
        reader.token,
      );
  });
  const listed = async (query: string): Promise<unknown[]> =>
    items(await get(`/v1/events?agent_id=${reader.id}&${query}`)).map((e) => e['timestamp']);

  test('lists an event as the spec says, with what is known besides', async () => {
    const [item] = items(await get(`/v1/events?agent_id=${reader.id}&type=dns&limit=1`));
    expect(item).toEqual({
      id: expect.stringMatching(/^event_/) as string,
      type: 'dns',
      timestamp: at(4),
      query: 'q4',
      kind: 'dns_query',
      metadata: { query: 'q4' },
      verdict: 'detected',
      agent_id: reader.id,
      received_at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
    });
    expect((await get(`/v1/events/${String(item?.['id'])}`)).body).toEqual(item);
  });

  test('filters by type, agent and time; since is exclusive', async () => {
    expect(await listed('')).toEqual([4, 3, 2, 1, 0].map(at));
    expect(await listed('type=dns')).toEqual([at(4), at(0)]);
    expect(await listed('type=custom')).toEqual([at(3)]);
    expect(await listed('type=file')).toEqual([]);
    expect(await listed(`since=${at(2)}`)).toEqual([at(4), at(3)]);
    expect(await listed('since=2026-02-01T01:00:03%2B01:00&type=dns')).toEqual([at(4)]);
    expect(await listed('since=1900-01-01T00:00:00Z&limit=2')).toEqual([at(4), at(3)]);
    expect(await listed('since=9999-01-01T00:00:00Z')).toEqual([]);
  });

  test('until is inclusive, to the nanosecond, and goes with every filter', async () => {
    expect(await listed(`until=${at(2)}`)).toEqual([at(2), at(1), at(0)]);
    expect(await listed(`until=${at(4)}&since=${at(0)}&type=dns`)).toEqual([at(4)]);
    expect(await listed(`until=${at(2).replace('Z', '.000000001Z')}&limit=1`)).toEqual([at(2)]);
    expect(await listed(`until=${at(0).replace('00Z', '00.000000000Z')}`)).toEqual([at(0)]);
    expect(await listed('until=1960-01-01T00:00:00Z')).toEqual([]);
    expect(await listed('until=9999-01-01T00:00:00Z&limit=1')).toEqual([at(4)]);
  });

  test('verdict is the verdict of the newest copy, and goes with every filter', async () => {
    const own = await house.addAgent({ name: 'node-9' });
    const bodies = ['allowed', 'blocked', 'detected', 'allowed'].map((verdict, i) => ({
      ...{ ...BODY, kind: i < 2 ? 'dns' : 'file_access', timestamp: at(i), verdict },
    }));
    for (const body of bodies) await put(body, {}, own.token);
    await put({ ...bodies[0], verdict: 'blocked' }, {}, own.token);
    const found = async (query: string): Promise<unknown[]> =>
      items(await get(`/v1/events?${query}`))
        .filter((e) => e['agent_id'] === own.id)
        .map((e) => e['timestamp']);
    expect(await found('verdict=blocked&limit=1000')).toEqual([at(1), at(0)]);
    expect(await found(`verdict=allowed&agent_id=${own.id}`)).toEqual([at(3)]);
    expect(await found('verdict=detected&type=file')).toEqual([at(2)]);
    const blockedLookUps = `verdict=blocked&type=dns&agent_id=${own.id}`;
    expect(await found(`${blockedLookUps}&since=${at(0)}`)).toEqual([at(1)]);
    expect(await found(`${blockedLookUps}&until=${at(0)}`)).toEqual([at(0)]);
    expect(await found(`agent_id=${own.id}`)).toEqual([3, 2, 1, 0].map(at));
  });

  test('pages through everything, each event once', async () => {
    const seen: unknown[] = [];
    for (let cursor = ''; ;) {
      const page = await get(`/v1/events?agent_id=${reader.id}&limit=2${cursor}`);
      seen.push(...items(page).map((e) => e['timestamp']));
      const { next_cursor, has_more } = page.body['pagination'] as Record<string, unknown>;
      if (!has_more) break;
      cursor = `&cursor=${String(next_cursor)}`;
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map(at));
  });

  test.each([
    ...['limit=0', 'limit=1001', 'since=yesterday', 'until=tomorrow', 'cursor=x'],
    ...['type=', 'type=a&type=b', 'verdict=odd', 'verdict='],
  ])('refuses %s', async (query) => expect((await get(`/v1/events?${query}`)).status).toBe(400));

  test('needs events:read', async () => {
    const token = await house.addToken(['issues:read']);
    expect((await get('/v1/events', token)).status).toBe(403);
    expect((await get('/v1/events/event_1', token)).status).toBe(403);
  });

  test('an unknown event is 404', async () => {
    expect(await get('/v1/events/event_nothing')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });
});
