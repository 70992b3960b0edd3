import { testHouse, TestClock, type TestHouse } from '@parapet/chassis/testing';
import { eventId, isoTime } from '@parapet/contracts';
import { RegistryModule } from '../registry.module';

let house: TestHouse;
const clock = new TestClock();
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule], clock });
});
afterAll(() => house.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const ask = (method: Method, path: string, payload?: object) =>
  house.inject({
    ...{ method, url: `/v1/agents${path}` },
    headers: { authorization: `Bearer ${house.adminToken}` },
    ...(payload && { payload }),
  });
const DESCRIPTION = { name: 'worker-7', os: 'linux', kind: 'kubernetes' };
const create = async (more: object = {}): Promise<{ id: string; token: string }> =>
  (await ask('POST', '', { ...DESCRIPTION, ...more })).json();
const seen = async (id: string, said: object = {}): Promise<void> => {
  const time = isoTime(clock.now());
  await house.append('agents', id, {
    ...{ id: eventId(), type: 'AgentSeen', schema: 1, time, actor: id, cause: null },
    data: { agent_id: id, last_seen: time, ...said },
  });
  await house.sight(id);
  await house.settled();
};
const ids = (answer: { json(): unknown }): string[] =>
  (answer.json() as { data: { id: string }[] }).data.map((agent) => agent.id);

test('an agent is created, and its token is shown once and never kept in a cache', async () => {
  const answer = await ask('POST', '', { ...DESCRIPTION, ip: '192.0.2.7', labels: { node: 'n7' } });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  const made = answer.json<{ id: string; token: string }>();
  expect(made).toEqual({
    id: expect.stringMatching(/^agent_/),
    token: expect.stringMatching(/^pp_a_[0-9A-Za-z]{38}$/),
    created_at: expect.stringMatching(/Z$/),
  });
  const read = await ask('GET', `/${made.id}`);
  expect(read.json()).toMatchObject({
    ...{ id: made.id, hostname: 'worker-7', platform: 'kubernetes', mode: 'detect' },
    ...{ status: 'disconnected', labels: { node: 'n7' }, ip: '192.0.2.7' },
  });
  expect(read.body).not.toContain(made.token);
});

test.each([
  [{ ...DESCRIPTION, os: '' }, 'invalid agent: os is required'],
  [{ ...DESCRIPTION, labels: { '-': 'x' } }, 'invalid label key format'],
  [['a'], 'the body must be a JSON object'],
  [undefined, 'the body must be a JSON object'],
])('%j is answered %s', async (sent, error) => {
  const answer = await ask('POST', '', sent);
  expect([answer.statusCode, answer.json()]).toEqual([400, { error }]);
});

test('an agent is connected while it has been seen lately', async () => {
  const { id } = await create();
  clock.advance(10);
  await seen(id);
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ status: 'connected' });
  expect(ids(await ask('GET', '?status=connected'))).toContain(id);
  clock.advance(house.settings.agentTimeoutMs);
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ status: 'disconnected' });
  expect(ids(await ask('GET', '?status=connected'))).not.toContain(id);
  expect(ids(await ask('GET', '?status=disconnected&limit=1000'))).toContain(id);
});

test('agents are listed by platform and cluster', async () => {
  const cluster = 'only-here';
  const { id } = await create({ labels: { cluster } });
  const other = await create({ kind: 'github', labels: { cluster } });
  const list = async (query: string): Promise<string[]> => ids(await ask('GET', query));
  expect((await list(`?cluster=${cluster}`)).sort()).toEqual([id, other.id].sort());
  expect(await list(`?cluster=${cluster}&platform=kubernetes`)).toEqual([id]);
  expect(await list(`?cluster=${cluster}&platform=github_actions&limit=5`)).toEqual([other.id]);
  expect(await list('?platform=github_actions')).toContain(other.id);
  expect(await list('')).toEqual(expect.arrayContaining([id, other.id]));
  expect(await list('?cluster=none')).toEqual([]);
});

test('agents are found by a part of their name, hostname or id, whatever its case', async () => {
  const { id } = await create({ name: 'Straße-Nr.7' });
  await seen(id, { hostname: 'IP-10-0-0-7.internal' });
  const list = async (text: string, more = ''): Promise<string[]> =>
    ids(await ask('GET', `?search=${encodeURIComponent(text)}${more}`));
  for (const text of ['straße-nr', 'STRAßE', 'ip-10-0-0-7', id.slice(2, -1)])
    expect(await list(text)).toEqual([id]);
  for (const none of ['straße-nr.8', 'straße.nr', 'ip-10*']) expect(await list(none)).toEqual([]);
  expect(await list('nr.7', '&status=connected&platform=kubernetes&limit=1')).toEqual([id]);
  expect(await list('nr.7', '&status=disconnected')).toEqual([]);
  expect((await list('')).length).toBeGreaterThan(1);
});

test('a cursor is tied to its filters, the status included', async () => {
  await create();
  await create();
  const page = await ask('GET', '?status=disconnected&limit=1');
  const { next_cursor } = page.json<{ pagination: { next_cursor: string } }>().pagination;
  expect((await ask('GET', `?status=disconnected&cursor=${next_cursor}`)).statusCode).toBe(200);
  for (const filters of [
    ...['', 'status=connected&', 'status=disconnected&platform=kubernetes&'],
    'status=disconnected&search=w&',
  ])
    expect((await ask('GET', `?${filters}cursor=${next_cursor}`)).json()).toMatchObject({
      error: { code: 'invalid_cursor' },
    });
});

test.each([
  '?status=asleep',
  '?platform=mainframe',
  '?cluster=a&cluster=b',
  '?search=a&search=b',
  '?limit=ten',
])('the question %s is refused', async (query) =>
  expect((await ask('GET', query)).statusCode).toBe(400),
);

test('the mode of an agent is switched', async () => {
  const { id } = await create();
  for (const mode of ['enforce', 'enforce', 'detect']) {
    const answer = await ask('PATCH', `/${id}`, { mode });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, mode }]);
  }
  const wrong = await ask('PATCH', `/${id}`, { mode: 'block' });
  expect([wrong.statusCode, wrong.json()]).toEqual([
    400,
    {
      error: {
        code: 'bad_request',
        message: 'mode must be detect or enforce',
        details: 'send {"mode": "detect"}, for example',
      },
    },
  ]);
});

test('a rotated token is another one', async () => {
  const { id, token } = await create();
  const answer = await ask('POST', `/${id}/token`);
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  const rotated = answer.json<{ token: string }>().token;
  expect(rotated).toMatch(/^pp_a_/);
  expect(rotated).not.toBe(token);
});

test('a deleted agent is gone', async () => {
  const { id } = await create();
  const answer = await ask('DELETE', `/${id}`);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PATCH', ''],
    ['POST', '/token'],
  ] as const)
    expect(
      (await ask(method, `/${id}${path}`, method === 'PATCH' ? { mode: 'enforce' } : undefined))
        .statusCode,
    ).toBe(404);
  expect(ids(await ask('GET', ''))).not.toContain(id);
});

test('only a user may create agents', async () => {
  const { token } = await create();
  const answer = await house.inject({
    ...{ method: 'POST', url: '/v1/agents', payload: DESCRIPTION },
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    401,
    { error: { code: 'unauthorized' } },
  ]);
});
