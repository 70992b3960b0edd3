import { issueAbout, newAgent, type TestAgent, unique } from '../house/actors';
import { type House, openHouse } from '../house/house';
import { agentError, type ListedEvent, type Recorded } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const alert = (fields: object = {}, more: object = {}): object => ({
  hostname: 'node-7',
  output: '10:11:12.123456789: Notice Unexpected connection to K8s API Server from container',
  output_fields: {
    'container.id': 'a1b2c3d4e5f6',
    'evt.time': 1772532672123456789n.toString(),
    'evt.type': 'connect',
    'fd.l4proto': 'tcp',
    'fd.name': '192.0.2.15:43210->203.0.113.9:443',
    'fd.type': 'ipv4',
    'k8s.ns.name': 'shop',
    'proc.cmdline': 'curl https://api.example.net',
    'proc.exepath': '/usr/bin/curl',
    'proc.name': 'curl',
    'user.name': 'root',
    ...fields,
  },
  priority: 'Notice',
  rule: 'Contact K8S API Server From Container',
  source: 'syscall',
  tags: ['network', 'T1565'],
  time: '2026-03-03T10:11:12.123456789Z',
  ...more,
});

const send = (body: unknown) => agent.client.post<Recorded>('/v1/integrations/falco', body);

describe('POST /v1/integrations/falco', () => {
  // proves: api-falco
  test('a connection becomes an event of kind network_connection, once', async () => {
    const first = await send(alert());
    expect([first.status, first.body.status]).toEqual([201, 'created']);
    const second = await send(alert());
    expect([second.status, second.body]).toEqual([202, { id: first.body.id, status: 'updated' }]);
    const { body } = await house.admin.get<ListedEvent>(`/v1/events/${first.body.id}`);
    expect(body).toMatchObject({
      ...{ kind: 'network_connection', type: 'connect', verdict: 'detected', agent_id: agent.id },
      timestamp: '2026-03-03T10:11:12.123456789Z',
      metadata: expect.objectContaining({ destination_ip: '203.0.113.9', port: 443 }),
    });
  });

  test('an alert about a name becomes an issue', async () => {
    const domain = `${unique('falco')}.example.com`;
    expect((await send(alert({ 'fd.sip.name': domain }))).status).toBe(201);
    const issue = await issueAbout(house.admin, domain);
    expect(issue).toMatchObject({ verdict: 'detected', severity: 'low' });
  });

  test.each([
    [{ 'evt.type': 'execve', 'fd.type': null, 'fd.name': '<NA>' }, 'process_execution'],
    [{ 'evt.type': 'openat', 'fd.type': 'file', 'fd.name': '/etc/shadow' }, 'file_access'],
    [{ 'evt.type': 'ptrace', 'fd.type': null, 'fd.name': null }, 'falco_alert'],
  ])('%j becomes %s', async (fields, kind) => {
    const { status, body } = await send(alert(fields));
    expect(status).toBe(201);
    const event = await house.admin.get(`/v1/events/${body.id}`);
    expect(event.body).toMatchObject({ kind });
  });

  // proves: api-falco-nowhere
  test.each([['0.0.0.0'], ['::']])('a socket that listens at %s is no connection', async (any) => {
    const ends = { 'fd.name': `${any}:8080`, 'fd.sip': any, 'fd.sip.name': null, 'fd.rip': null };
    const { status, body } = await send(alert({ 'evt.type': 'listen', ...ends }));
    expect(status).toBe(201);
    const event = await house.admin.get(`/v1/events/${body.id}`);
    expect(event.body).toMatchObject({ kind: 'falco_alert' });
  });

  // proves: api-falco-inbound
  test('an alert about a connection that came in is about who began it', async () => {
    const ends = { 'fd.name': '198.51.100.9:50123->192.0.2.15:22', 'fd.lport': 22 };
    const { status, body } = await send(alert({ 'evt.type': 'accept4', ...ends }));
    expect(status).toBe(201);
    const { metadata } = (await house.admin.get<ListedEvent>(`/v1/events/${body.id}`)).body;
    expect(metadata).toMatchObject({ destination_ip: '198.51.100.9', direction: 'inbound' });
  });

  test("Falco's own health is no event", async () => {
    const more = { source: 'internal', rule: 'Falco internal: syscall event drop' };
    const answer = await send(alert({}, more));
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ status: 'skipped' }),
    ]);
  });

  // proves: api-falco-skipped
  test.each([[{}], [{ time: 'now', rule: 'r', priority: 'Notice' }]])(
    '%j is no Falco event: skipped, with the reason',
    async (body) => {
      const answer = await send(body);
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: 'skipped', reason: expect.stringMatching(/\S/) },
      ]);
    },
  );

  // proves: api-shape-agents
  test.each([['[]'], ['null'], ['"alert"'], ['{']])(
    '%s answers 400 {error, type}',
    async (body) => {
      const answer = await send(body);
      expect([answer.status, answer.body]).toEqual([400, agentError('InvalidEvent')]);
    },
  );

  // proves: api-agent-token, api-token-kind, api-shape-agents-401
  test('needs an agent token, in the header only', async () => {
    for (const client of [house.admin, house.admin.as(null)]) {
      const answer = await client.post(`/v1/integrations/falco?token=${agent.token}`, alert());
      expect([answer.status, answer.body]).toEqual([401, agentError('UnauthorizedEvents')]);
    }
  });
});
