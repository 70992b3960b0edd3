import { connection, newAgent, record, unique, walk } from '../house/actors';
import { refusal } from '../house/credentials';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { agentError, type Agent, generalError, ISO, type Page } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const read = async (id: string): Promise<Agent> => {
  const answer = await house.admin.get<Agent>(`/v1/agents/${id}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

async function listed(query: string): Promise<readonly Agent[]> {
  const answer = await house.admin.get<Page<Agent>>(`/v1/agents${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

describe('2. Agent, fields', () => {
  // proves: spec-2-agent-id, spec-2-agent-hostname, spec-2-agent-platform, spec-2-agent-cluster, spec-2-agent-version,
  // proves: spec-2-agent-last-seen, api-agent-hostname, api-agent-cluster, api-agent-version, api-patch-agent
  test('id, hostname, platform, cluster, status, mode, version and last_seen are listed', async () => {
    const name = unique('host');
    const cluster = unique('cluster');
    const agent = await newAgent(house.admin, { name, labels: { cluster, version: '1.2.3' } });
    await record(agent, connection('seen.example.com'));
    await holds(async () => {
      expect((await listed(`?cluster=${cluster}`))[0]).toMatchObject({
        ...{ id: agent.id, hostname: name, platform: 'kubernetes', cluster },
        ...{ status: 'connected', mode: 'detect', version: '1.2.3' },
        last_seen: expect.stringMatching(ISO),
      });
    });
  });

  // proves: api-agent-kinds, api-agent-platform
  test.each([
    ['github', 'github_actions'],
    ['github_actions', 'github_actions'],
    ['kubernetes', 'kubernetes'],
    ['vanilla', 'vanilla'],
    ['host', 'vanilla'],
  ])('an agent of kind %s has platform %s', async (kind, platform) => {
    const agent = await newAgent(house.admin, { kind });
    expect(await read(agent.id)).toMatchObject({ platform });
  });

  test('no token and no digest of one is ever shown again', async () => {
    const agent = await newAgent(house.admin);
    const { text } = await house.admin.get(`/v1/agents/${agent.id}`);
    expect(text).not.toMatch(/token|digest|made_by/);
  });
});

describe('4. GET /v1/agents', () => {
  // proves: spec-1-platforms, spec-2-agent-platform, spec-4-agents-platform
  test('platform: github_actions, kubernetes', async () => {
    const hub = await newAgent(house.admin, { kind: 'github' });
    const kube = await newAgent(house.admin, { kind: 'kubernetes' });
    const hubs = await listed('?platform=github_actions');
    expect(new Set(hubs.map((agent) => agent.platform))).toEqual(new Set(['github_actions']));
    expect(hubs.map((agent) => agent.id)).toContain(hub.id);
    expect((await listed('?platform=kubernetes')).map((agent) => agent.id)).toContain(kube.id);
  });

  // proves: spec-4-agents-cluster
  test('cluster: only agents of that cluster', async () => {
    const cluster = unique('c');
    const inside = await newAgent(house.admin, { labels: { cluster } });
    await newAgent(house.admin, { labels: { cluster: 'another' } });
    expect((await listed(`?cluster=${cluster}`)).map((agent) => agent.id)).toEqual([inside.id]);
    expect(await listed(`?cluster=${cluster}&platform=github_actions`)).toEqual([]);
  });

  // proves: api-agents-search
  test('search: only agents that are called so', async () => {
    const { id } = await newAgent(house.admin, { name: `${unique('Searched')}-%_7` });
    for (const text of [id, encodeURIComponent('-%_7')])
      expect((await listed(`?search=${text}`)).map((agent) => agent.id)).toEqual([id]);
  });

  // proves: spec-2-agent-status, spec-3-agent-status, spec-4-agents-status
  test('status: an agent that speaks is connected', async () => {
    const agent = await newAgent(house.admin);
    await agent.client.post('/v1/agent_heartbeat');
    await eventually(async () =>
      (await listed('?status=connected')).some((a) => a.id === agent.id),
    );
    expect((await listed('?status=disconnected')).map((a) => a.id)).not.toContain(agent.id);
  });

  // proves: spec-2-agent-status, spec-3-agent-status, spec-4-agents-status
  test('status: an agent that never spoke is disconnected', async () => {
    const { id } = await newAgent(house.admin);
    expect(await read(id)).toMatchObject({ status: 'disconnected' });
    const silent = await listed('?status=disconnected');
    expect(silent.map((agent) => agent.id)).toContain(id);
    expect(new Set(silent.map((agent) => agent.status))).toEqual(new Set(['disconnected']));
    expect((await listed('?status=connected')).map((agent) => agent.id)).not.toContain(id);
  });

  // proves: spec-4-agents-response
  test('returns everything in the envelope, or pages when limit is given', async () => {
    const cluster = unique('paged');
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1)
      ids.push((await newAgent(house.admin, { labels: { cluster } })).id);
    const { body } = await house.admin.get<Page<Agent>>(`/v1/agents?cluster=${cluster}`);
    expect(body.data.map((agent) => agent.id).sort()).toEqual([...ids].sort());
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false });
    const paged = await walk<Agent>(house.admin, `/v1/agents?limit=2&cluster=${cluster}`);
    expect(paged.map((agent) => agent.id)).toEqual(body.data.map((agent) => agent.id));
  });

  // proves: spec-7-400
  test.each([
    'status=asleep',
    'platform=windows',
    'status=connected&status=disconnected',
    'limit=0',
  ])('?%s answers 400', async (query) => {
    const answer = await house.admin.get(`/v1/agents?${query}`);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });
});

describe('4. PATCH /v1/agents/{agent_id}', () => {
  // proves: spec-2-agent-mode, spec-3-agent-mode, spec-3-patch-mode, spec-4-patch-agent, api-patch-agent,
  // proves: api-get-agent
  test.each(['enforce', 'detect'])('mode %s answers 200 with the agent', async (mode) => {
    const { id } = await newAgent(house.admin);
    const answer = await house.admin.patch(`/v1/agents/${id}`, { mode });
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id, mode })]);
    expect(await read(id)).toMatchObject({ mode });
  });

  // proves: spec-4-patch-agent
  test.each([
    [{}],
    [{ mode: 'panic' }],
    [{ mode: null }],
    [{ mode: ['enforce'] }],
    [[]],
    ['"enforce"'],
  ])('%j answers 400', async (body) => {
    const { id } = await newAgent(house.admin);
    const answer = await house.admin.patch(`/v1/agents/${id}`, body);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });

  test('answers 404 when there is none', async () => {
    const answer = await house.admin.patch('/v1/agents/agent_none', { mode: 'detect' });
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});

describe('the life of an agent', () => {
  // proves: api-delete-agent
  test('DELETE answers 204 and the token stops working', async () => {
    const agent = await newAgent(house.admin);
    expect((await record(agent, connection('a.example.com'))).status).toBe(201);
    const answer = await house.admin.delete(`/v1/agents/${agent.id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const refused = await refusal(() => record(agent, connection('b.example.com')));
    expect([refused.status, refused.body]).toEqual([401, agentError('UnauthorizedEvents')]);
    expect((await house.admin.get(`/v1/agents/${agent.id}`)).status).toBe(404);
    expect((await house.admin.delete(`/v1/agents/${agent.id}`)).status).toBe(404);
  });

  // proves: api-rotate-agent
  test('POST /v1/agents/{id}/token answers 201 with a new token; the old one stops working', async () => {
    const agent = await newAgent(house.admin);
    const answer = await house.admin.post<{ token: string }>(`/v1/agents/${agent.id}/token`);
    expect([answer.status, answer.body]).toEqual([201, { token: expect.stringMatching(/^pp_a_/) }]);
    expect((await refusal(() => record(agent, connection('a.example.com')))).status).toBe(401);
    const rotated = { ...agent, client: house.admin.as(answer.body.token) };
    expect((await record(rotated, connection('b.example.com'))).status).toBe(201);
  });

  // proves: spec-4-create-agent-token, spec-5-agent-token-returned
  test('a new agent may speak at once, whoever made it', async () => {
    const agents = await Promise.all(Array.from({ length: 10 }, () => newAgent(house.admin)));
    const answers = await Promise.all(agents.map((a) => record(a, connection('now.example.com'))));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201));
  });
});

describe('POST /v1/agent_heartbeat', () => {
  // proves: api-heartbeat, api-agent-hostname, api-agent-version
  test('answers 200 {"status":"ok"} and tells version and hostname', async () => {
    const agent = await newAgent(house.admin);
    const said = { version: '9.9.1', hostname: unique('real-host') };
    const answer = await agent.client.post('/v1/agent_heartbeat', said);
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
    await holds(async () => expect(await read(agent.id)).toMatchObject(said));
  });

  // proves: api-heartbeat
  test('the body may be left out or empty', async () => {
    const agent = await newAgent(house.admin);
    expect((await agent.client.post('/v1/agent_heartbeat')).status).toBe(200);
    expect((await agent.client.post('/v1/agent_heartbeat', {})).status).toBe(200);
  });

  // proves: api-shape-agents, api-type-invalid-event
  test.each([[{ version: 1 }], [{ hostname: {} }], ['{'], [[]]])('%j answers 400', async (body) => {
    const agent = await newAgent(house.admin);
    const answer = await agent.client.post('/v1/agent_heartbeat', body);
    expect([answer.status, answer.body]).toEqual([400, agentError('InvalidEvent')]);
  });

  // proves: api-heartbeat, api-agent-token, api-token-kind, api-shape-agents-401
  test('a user token is not an agent token', async () => {
    const answer = await house.admin.post('/v1/agent_heartbeat');
    expect([answer.status, answer.body]).toEqual([
      401,
      { error: 'Missing or invalid agent token', type: 'UnauthorizedEvents' },
    ]);
  });
});

interface Summary {
  readonly total: number;
  readonly by_status: Readonly<Record<string, number>>;
  readonly by_platform: Readonly<Record<string, number>>;
  readonly by_mode: Readonly<Record<string, number>>;
  readonly clusters: readonly { readonly name: string }[];
}
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

// proves: api-agents-summary
test('the fleet is counted: each agent once in each way, and by its cluster', async () => {
  const labels = { cluster: unique('cluster') };
  const agents = [1, 2, 3].map(() => newAgent(house.admin, { labels }));
  const [first] = await Promise.all(agents);
  if (first) await record(first, connection('counted.example.com'));
  await holds(async () => {
    const { body } = await house.admin.get<Summary>('/v1/agents/summary');
    const counted = { name: labels.cluster, total: 3, connected: 1 };
    expect(body.clusters).toContainEqual(counted);
    for (const counts of [body.by_status, body.by_platform, body.by_mode])
      expect(sum(counts)).toBe(body.total);
  });
});
