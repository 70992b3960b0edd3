import { gzipSync } from 'node:zlib';
import { issueAbout, newAgent, sendLines, type TestAgent, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import {
  type AgentInFull,
  agentError,
  type Issue,
  type LineResult,
  type ListedEvent,
  type Page,
} from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const TIME = '2026-03-03T10:11:12.123456789Z';
const PROCESS = {
  ...{ pid: 4211, binary: '/usr/bin/curl', arguments: 'https://api.example.net', auid: 4294967295 },
  pod: { namespace: 'shop', name: 'web-0', container: { id: 'containerd://77aa01bc23de' } },
};
let calls = 0;
/** A call of the kernel that a tracing policy asked for; no two are the same. */
const kprobe = (args: readonly object[], more: object = {}): object => ({
  process_kprobe: {
    process: { ...PROCESS, exec_id: unique(String((calls += 1))) },
    ...{ function_name: 'tcp_connect', policy_name: 'egress-watch', action: 'KPROBE_ACTION_POST' },
    args,
    ...more,
  },
  ...{ node_name: 'node-7', time: TIME },
});
const toAddress = (daddr: string) => [
  {
    sock_arg: {
      ...{ family: 'AF_INET', protocol: 'IPPROTO_TCP', saddr: '192.0.2.15', sport: 43_210 },
      ...{ daddr, dport: 443, cookie: '18446604435744827904' },
    },
  },
];
const alert = (fields: string): string =>
  `{"rule":"Outbound","time":"${TIME}","priority":"error","source":"syscall","hostname":"node-7","tags":["network"],"output_fields":${fields}}`;

const send = (sensor: string, lines: readonly unknown[], by = agent) =>
  sendLines(by.client, `/v1/integrations/${sensor}`, lines);
async function eventOf(result: LineResult | undefined): Promise<ListedEvent> {
  expect(result).toMatchObject({ status: 'created' });
  return (await house.admin.get<ListedEvent>(`/v1/events/${String(result?.id)}`)).body;
}
async function eventsOf(sensor: string, lines: readonly unknown[], by = agent) {
  const answer = await send(sensor, lines, by);
  expect(answer.status).toBe(200);
  return Promise.all(answer.body.results.map(eventOf));
}

describe('POST /v1/integrations/tetragon', () => {
  // proves: api-tetragon, api-sensor-skipped, api-batch-blank, api-tetragon-health
  test('each line is taken by itself, and answered in its order', async () => {
    const known = kprobe(toAddress('203.0.113.9'));
    const loss = { rate_limit_info: { number_of_dropped_process_events: '12' }, time: TIME };
    const throttle = { process_throttle: { type: 'THROTTLE_START' }, time: TIME };
    const { status, body } = await send('tetragon', [
      ...[known, '{"process_exec":', '', loss, throttle, { hello: 'world' }, known, '[]'],
    ]);
    const id = expect.stringMatching(/^event_/) as string;
    const said = (text: string): string => expect.stringContaining(text) as string;
    expect([status, body.results]).toEqual([
      200,
      [
        { status: 'created', id },
        { status: 'refused', error: said('not valid JSON') },
        { status: 'skipped', reason: said('health of the sensor') },
        { status: 'skipped', reason: said('health of the sensor') },
        { status: 'skipped', reason: said('no Tetragon event') },
        { status: 'updated', id: body.results[0]?.id },
        { status: 'refused', error: said('no JSON object') },
      ],
    ]);
  });

  // proves: api-tetragon-kinds, api-tetragon-verdict, api-tetragon-raw, api-sensor-numbers
  test('an event becomes an observation of its kind, and is kept as it came', async () => {
    const envelope = { node_name: 'node-7', time: TIME };
    const process = { ...PROCESS, exec_id: unique() };
    const events = await eventsOf('tetragon', [
      { process_exec: { process }, ...envelope },
      { process_exit: { process, signal: 'SIGKILL' }, ...envelope },
      { process_loader: { process, path: '/usr/lib/libc.so.6' }, ...envelope },
      kprobe(toAddress('2001:db8::9')),
      kprobe([{ sockaddr_arg: { family: 'AF_INET', addr: '203.0.113.44', port: 3333 } }]),
      kprobe([{ file_arg: { path: '/etc/shadow' } }]),
      kprobe([{ path_arg: { path: '/etc/sudoers' } }]),
      kprobe([{ size_arg: '9007199254740993' }]),
      { process_dream: { process, about: 'sheep' }, ...envelope },
    ]);
    expect(events.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['process_execution', 'allowed'],
      ['tetragon_process_exit', 'allowed'],
      ['tetragon_process_loader', 'allowed'],
      ['network_connection', 'detected'],
      ['network_connection', 'detected'],
      ['file_access', 'detected'],
      ['file_access', 'detected'],
      ['tetragon_process_kprobe', 'detected'],
      ['tetragon_process_dream', 'detected'],
    ]);
    expect(events[0]).toMatchObject({ timestamp: TIME, metadata: { raw: { process } } });
    expect(events[7]?.metadata).toMatchObject({
      raw: { args: [{ size_arg: '9007199254740993' }] },
    });
  });

  // proves: api-sensor-lines
  test('takes at most 10,000 lines', async () => {
    const lines = (count: number): unknown[] => Array.from({ length: count }, () => '{}');
    const most = await send('tetragon', lines(10_000));
    expect([most.status, most.body.results.length]).toEqual([200, 10_000]);
    const over = await send('tetragon', lines(10_001));
    expect([over.status, over.body]).toEqual([413, agentError('PayloadTooLarge')]);
  });

  // proves: api-tetragon-action
  test.each(['SIGKILL', 'OVERRIDE', 'NOTIFYENFORCER'])(
    'KPROBE_ACTION_%s is a block only where the agent enforces',
    async (action) => {
      const enforcing = await newAgent(house.admin);
      const path = `/v1/agents/${enforcing.id}`;
      expect((await house.admin.patch(path, { mode: 'enforce' })).status).toBe(200);
      const event = kprobe(toAddress('203.0.113.9'), { action: `KPROBE_ACTION_${action}` });
      const intended = { metadata: { intended_action: action.toLowerCase() } };
      const [told] = await eventsOf('tetragon', [event]);
      expect(told).toMatchObject({ verdict: 'detected', ...intended });
      const [done] = await eventsOf('tetragon', [event], enforcing);
      expect(done).toMatchObject({ verdict: 'blocked', ...intended });
    },
  );

  test('a connection that nothing allows becomes an issue, and so does a policy of the catalog', async () => {
    const own = await newAgent(house.admin);
    const miner = { policy_name: 'crypto_miner_execution' };
    await send('tetragon', [kprobe(toAddress('198.51.100.77')), kprobe([], miner)], own);
    await eventually(async () => {
      const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=100');
      const told = body.data.flatMap(({ title, details }) => [title, details['detection']]);
      const expected = ['Unknown egress to 198.51.100.77', 'crypto_miner_execution'];
      return expected.every((one) => told.includes(one));
    });
  });
});

describe('POST /v1/integrations/falco', () => {
  // proves: api-falco-lines, api-falco-kinds, api-falco-severity, api-falco-fields, api-sensor-numbers
  test('takes lines as well, and keeps every number of them', async () => {
    const domain = `${unique('falco')}.example.com`;
    const [connect, start, file, other] = await eventsOf('falco', [
      alert(
        `{"evt.time":1772532672123456789,"fd.type":"ipv6","fd.name":"2001:db8::15:4->2001:db8::9:853","fd.sip.name":"${domain}","fd.lport":null,"proc.name":"<NA>"}`,
      ),
      alert(`{"evt.type":"execveat","proc.name":"${unique()}"}`),
      alert(`{"fd.type":"file","fd.name":"/etc/${unique()}"}`),
      alert(`{"evt.type":"ptrace","proc.name":"${unique()}"}`),
    ]);
    expect(connect).toMatchObject({
      ...{ kind: 'network_connection', timestamp: TIME, verdict: 'detected' },
      metadata: expect.objectContaining({
        ...{ destination: domain, destination_ip: '2001:db8::9', port: 853, severity: 'high' },
        fields: {
          ...{ 'evt.time': '1772532672123456789', 'fd.type': 'ipv6', 'fd.sip.name': domain },
          'fd.name': '2001:db8::15:4->2001:db8::9:853',
        },
      }) as object,
    });
    const kinds = [start, file, other].map((event) => event?.kind);
    expect(kinds).toEqual(['process_execution', 'file_access', 'falco_alert']);
    expect(await issueAbout(house.admin, domain)).toMatchObject({ severity: 'high' });
  });

  // proves: api-size-sensor, api-gzip, api-media
  test('has events of at most 128 KiB, compressed or not', async () => {
    const large = { rule: 'large', time: TIME, output: 'x'.repeat(131_072) };
    const alone = await agent.client.post('/v1/integrations/falco', large);
    expect([alone.status, alone.body]).toEqual([413, agentError('PayloadTooLarge')]);
    const lines = `${JSON.stringify(large)}\n${alert(`{"proc.name":"${unique()}"}`)}`;
    const packed = await agent.client.send<{ results: readonly LineResult[] }>({
      ...{ method: 'POST', path: '/v1/integrations/falco', type: 'application/x-ndjson' },
      ...{ body: gzipSync(lines), headers: { 'content-encoding': 'gzip' } },
    });
    expect(packed.body.results).toMatchObject([{ status: 'refused' }, { status: 'created' }]);
  });
});

// proves: api-sensor-words
test('both sensors are told of in the same words', async () => {
  const [connect, file] = await eventsOf('tetragon', [
    kprobe(toAddress('203.0.113.9'), { message: 'out', tags: ['network'], process: named() }),
    kprobe([{ file_arg: { path: '/etc/shadow' } }]),
  ]);
  const [alerted, opened] = await eventsOf('falco', [
    alert(
      `{"fd.name":"192.0.2.15:4->203.0.113.9:443","fd.l4proto":"tcp","fd.type":"ipv4","proc.pid":${(calls += 1)},"user.name":"root","container.id":"a1","k8s.pod.name":"web-0"}`,
    ).replace('"rule"', '"message":"out","rule"'),
    alert(`{"fd.type":"file","fd.name":"/etc/${unique()}"}`),
  ]);
  const words = [
    ...['destination', 'destination_ip', 'port', 'protocol', 'source_ip', 'source_port'],
    ...['process', 'user', 'container', 'kubernetes', 'rule', 'message', 'tags', 'sensor'],
  ];
  for (const { metadata } of [connect, alerted].flatMap((event) => event ?? []))
    expect(Object.keys(metadata)).toEqual(expect.arrayContaining(words));
  for (const event of [file, opened]) expect(event?.metadata).toHaveProperty('path');
});

const named = (): object => ({ ...PROCESS, exec_id: unique(), user: { name: 'root' } });

// proves: api-sensor-rest
test('what is more than metadata may have is kept as text', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, unique()]));
  const [falco] = await eventsOf('falco', [alert(JSON.stringify(many))]);
  const dream = { ...many, process: PROCESS };
  const [tetragon] = await eventsOf('tetragon', [{ process_dream: dream, time: TIME }]);
  expect(JSON.parse(String(falco?.metadata['fields']))).toEqual(many);
  expect(JSON.parse(String(tetragon?.metadata['raw']))).toEqual(dream);
});

// proves: api-sensor-counted, api-falco-health
test('what sensors say they lost is counted with the agent, and what is no event of theirs', async () => {
  const own = await newAgent(house.admin);
  const rule = 'Falco internal: syscall event drop';
  const drops = { rule, source: 'internal', time: TIME, output_fields: { n_drops: '30' } };
  const later = { ...drops, source: 'syscall', time: TIME.replace('9Z', '8Z') };
  await send('falco', [drops, later, '{}'], own);
  await send('falco', [drops, later], own);
  const loss = { rate_limit_info: { number_of_dropped_process_events: '12' } };
  await send('tetragon', [loss, '{}'], own);
  const read = await eventually(async () => {
    await own.client.post('/v1/agent_heartbeat', { version: unique('v') });
    const { body } = await house.admin.get<AgentInFull>(`/v1/agents/${own.id}`);
    return body.events.lost === 72 && body.events.rejected['no_observation'] === 2 && body;
  });
  expect(read).toMatchObject({ events: { accepted: 0, duplicate: 0 } });
  expect((read as AgentInFull).sensors.map(({ sensor }) => sensor).sort()).toEqual([
    ...['falco', 'tetragon'],
  ]);
});
