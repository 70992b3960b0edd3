import { connection, newAgent, recordNew, type TestAgent, unique } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { inTime } from '../house/in-time';
import { LiveStream, type Message } from '../house/live-stream';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const ISSUES = 'issue.created,issue.updated';
const domainOf = ({ data }: Message): unknown =>
  (data['details'] as Record<string, unknown> | undefined)?.['domain'];
const about =
  (domain: string, type = 'issue.created') =>
  (message: Message): boolean =>
    message.type === type && domainOf(message) === domain;
const newDomain = (): string => `${unique('s')}.example.com`;
const see = (domain: string): Promise<string> => recordNew(agent, connection(domain));
const of =
  (id: string, more: object = {}) =>
  ({ data }: Message): boolean =>
    data['id'] === id && Object.entries(more).every(([key, value]) => data[key] === value);

// proves: api-stream, api-stream-issue, api-stream-readable
test('rule 19: an issue is heard of when it can be read, and again when it recurs or is resolved', async () => {
  const stream = await LiveStream.open(house, { types: ISSUES });
  const domain = newDomain();
  await see(domain);
  const { data } = await stream.hear(about(domain));
  const path = `/v1/issues/${String(data['id'])}`;
  expect((await house.admin.get(path)).body).toMatchObject(data);
  expect(data).toMatchObject({ status: 'open', occurrences: 1, agent_id: agent.id });
  await see(domain);
  const twice = await stream.hear((m) => m.type === 'issue.updated' && of(`${data['id']}`)(m));
  expect((await house.admin.get(path)).body).toMatchObject(twice.data);
  expect(twice.data).toMatchObject({ occurrences: 2 });
  await house.admin.patch(path, { status: 'resolved' });
  await stream.hear(of(`${data['id']}`, { status: 'resolved' }));
});

// proves: api-stream-agent, api-stream-deleted
test('an agent is heard of when it is made, changed, connects and is deleted', async () => {
  const stream = await LiveStream.open(house, { types: 'agent.updated,agent.deleted' });
  const { id, client } = await newAgent(house.admin);
  await stream.hear(of(id, { status: 'disconnected', mode: 'detect' }));
  await house.admin.patch(`/v1/agents/${id}`, { mode: 'enforce' });
  const { data } = await stream.hear(of(id, { mode: 'enforce' }));
  expect((await house.admin.get(`/v1/agents/${id}`)).body).toMatchObject(data);
  await client.post('/v1/agent_heartbeat', {});
  await stream.hear(of(id, { status: 'connected' }));
  await house.admin.delete(`/v1/agents/${id}`);
  const last = await stream.hear((m) => m.type === 'agent.deleted' && of(id)(m));
  expect(last.data).toEqual({ id });
  expect(stream.heard.every(({ type }) => !type.startsWith('issue.'))).toBe(true);
});

// proves: api-stream-types, api-stream-permission, api-stream-ready
test('each type needs its permission, and `ready` says which are heard', async () => {
  const { token } = await newUserToken(house.admin, { permissions: ['issues:read'] });
  const stream = await LiveStream.open(house, { token });
  expect(stream.heard[0]).toMatchObject({
    data: { types: ['issue.created', 'issue.updated'] },
  });
  const refused = await LiveStream.ask(house, { token, types: 'issue.created,agent.updated' });
  expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('agents:read') });
  expect(await LiveStream.ask(house, { types: 'issue.closed' })).toMatchObject({ status: 400 });
});

// proves: api-stream-resume
test('rule 19: whoever resumes hears what happened meanwhile, and nothing twice', async () => {
  const before = await LiveStream.open(house, { types: ISSUES });
  const [first, ...missed] = [newDomain(), newDomain(), newDomain()];
  await see(first);
  const { id } = await before.hear(about(first));
  before.close();
  const witness = await LiveStream.open(house, { types: ISSUES });
  for (const domain of missed) await see(domain);
  for (const domain of missed) await witness.hear(about(domain));
  const after = await LiveStream.open(house, { types: ISSUES, lastId: id });
  const next = newDomain();
  await see(next);
  await after.hear(about(next));
  const heard = after.heard.map(domainOf);
  for (const domain of missed) expect(heard.filter((d) => d === domain)).toHaveLength(1);
  expect(heard).not.toContain(first);
});

// proves: api-stream-reset
test.each(['', 'nonsense', 'i9999999.9999999.9999999a0.0.0t0'])(
  'where what came after %j cannot be told, `reset` comes first',
  async (lastId) => {
    const stream = await LiveStream.open(house, { lastId });
    expect(stream.heard.map(({ type }) => type).slice(0, 2)).toEqual(['reset', 'ready']);
  },
);

// proves: api-stream-ends
test('rule 19: it ends when its token is revoked or expires', async () => {
  const revoked = await newUserToken(house.admin, {});
  const streams = [
    await LiveStream.open(house, revoked),
    await inTime(async (expires_at) =>
      LiveStream.open(house, await newUserToken(house.admin, { expires_at })),
    ),
  ] as const;
  await house.admin.delete(`/v1/tokens/${revoked.id}`);
  await eventually(() => streams[0].ended);
  await eventually(() => streams[1].ended);
});

// proves: api-stream-many
test('a token has no more streams than its share, and a new one when it closes one', async () => {
  const { token } = await newUserToken(house.admin, {});
  const streams: LiveStream[] = [];
  const refused = await eventually(async () => {
    const asked = await LiveStream.ask(house, { token });
    if (!(asked instanceof LiveStream)) return asked;
    streams.push(asked);
    return undefined;
  });
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('streams are open') });
  expect(streams.length).toBeGreaterThanOrEqual(16);
  for (const stream of streams) stream.close();
  await eventually(async () => (await LiveStream.ask(house, { token })) instanceof LiveStream);
});
