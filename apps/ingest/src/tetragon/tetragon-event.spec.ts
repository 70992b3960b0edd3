import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentMode } from '@parapet/contracts';
import type { SensorOutcome } from '../sensor/sensor-outcome';
import { fromTetragon } from './tetragon-event';

const folder = join(__dirname, 'samples');
const native = (name: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, unknown>;
const sample = (name: string, mode: AgentMode = 'detect'): SensorOutcome =>
  fromTetragon(native(name), mode);
const metadataOf = (outcome: SensorOutcome): Readonly<Record<string, unknown>> =>
  outcome.kind === 'observation' ? outcome.body.metadata : {};

const TIME = '2026-03-03T10:11:12Z';
const CURL = {
  pid: 4211,
  command: '/usr/bin/curl https://api.example.net/v1',
  executable: '/usr/bin/curl',
  uid: 0,
  parent: '/bin/bash',
  parent_pid: 4100,
};

/** Kind, verdict and chosen metadata that each sample must give. */
const EXPECTED: Readonly<Record<string, object>> = {
  exec: {
    kind: 'process_execution',
    verdict: 'allowed',
    timestamp: '2026-03-03T10:11:12.100200300Z',
    metadata: {
      event: 'process_exec',
      sensor: 'node-7',
      cluster: 'prod',
      process: CURL,
      container: {
        id: 'containerd://77aa01bc23de',
        name: 'web',
        image: 'registry.example/shop/web:1.4',
      },
      kubernetes: {
        namespace: 'shop',
        pod: 'web-0',
        workload: 'web',
        workload_kind: 'StatefulSet',
        labels: { 'app.kubernetes.io/name': 'web', tier: 'front' },
      },
      raw: { process: { auid: 4_294_967_295 } },
    },
  },
  'exec-least': { kind: 'process_execution', metadata: { process: { pid: 0 } } },
  'exec-ancestors': { kind: 'process_execution', metadata: { process: CURL } },
  exit: {
    kind: 'tetragon_process_exit',
    verdict: 'allowed',
    metadata: { process: CURL, raw: { signal: 'SIGKILL' } },
  },
  'tcp-connect': {
    kind: 'network_connection',
    verdict: 'detected',
    timestamp: '2026-03-03T10:11:12.123456789Z',
    metadata: {
      destination: '203.0.113.9',
      destination_ip: '203.0.113.9',
      port: 443,
      protocol: 'tcp',
      source_ip: '192.0.2.15',
      source_port: 43_210,
      rule: 'egress-watch',
      function: 'tcp_connect',
      process: CURL,
      raw: { args: [{ sock_arg: { cookie: '18446604435744827904' } }] },
    },
  },
  'tcp-connect-ipv6': {
    kind: 'network_connection',
    timestamp: '2026-03-03T11:11:12.000000001+01:00',
    metadata: { destination: '2001:db8:1::9', port: 853, source_ip: '2001:db8::15' },
  },
  'socket-connect': {
    kind: 'network_connection',
    metadata: { destination: '203.0.113.44', port: 3333, protocol: 'tcp' },
  },
  'socket-connect-unix': { kind: 'tetragon_process_kprobe', verdict: 'detected' },
  listen: { kind: 'tetragon_process_kprobe', metadata: { function: 'inet_csk_listen_start' } },
  'connect-killed': {
    kind: 'network_connection',
    verdict: 'detected',
    metadata: { intended_action: 'sigkill', destination: '203.0.113.44' },
  },
  'file-read': {
    kind: 'file_access',
    verdict: 'detected',
    metadata: {
      path: '/etc/shadow',
      permission: '-rw-r-----',
      rule: 'file-monitoring',
      message: 'Sensitive file',
      tags: ['observability.filesystem'],
    },
  },
  'path-truncate-overridden': {
    kind: 'file_access',
    verdict: 'detected',
    metadata: { path: '/var/log/auth.log', mount: '/', intended_action: 'override' },
  },
  'write-size': {
    kind: 'tetragon_process_kprobe',
    metadata: {
      raw: { args: [{ int_arg: 1 }, expect.anything(), { size_arg: '9007199254740993' }] },
    },
  },
  'module-load': {
    kind: 'tetragon_process_kprobe',
    metadata: {
      function: 'do_init_module',
      raw: { args: [{ module_arg: { name: 'hello' } }] },
    },
  },
  tracepoint: {
    kind: 'tetragon_process_tracepoint',
    metadata: { function: 'raw_syscalls/sys_enter', raw: { args: [{ long_arg: '56' }, {}] } },
  },
  uprobe: {
    kind: 'tetragon_process_uprobe',
    metadata: { function: 'readline', process: { command: '/bin/bash' } },
  },
  usdt: { kind: 'tetragon_process_usdt', metadata: { raw: { provider: 'python' } } },
  lsm: {
    kind: 'tetragon_process_lsm',
    metadata: { function: 'bprm_check_security', raw: { ima_hash: 'sha256:73abb4' } },
  },
  loader: { kind: 'tetragon_process_loader', verdict: 'allowed' },
  'newer-kind': {
    kind: 'tetragon_process_dream',
    verdict: 'detected',
    metadata: {
      raw: { about: 'sheep' },
      node_labels: { 'kubernetes.io/arch': 'amd64' },
      aggregated: 12,
    },
  },
};

test.each(Object.entries(EXPECTED))('reads the event %s', (name, body) => {
  expect(sample(name)).toMatchObject({ kind: 'observation', body });
});

const HEALTH: Readonly<Record<string, object>> = {
  'rate-limit': {
    lost: 41_252,
    time: '2026-03-03T10:11:12.123456789Z',
    event: 'events left out above the export rate limit',
  },
  'throttle-start': { lost: 0, event: 'a control group with too many events is not heard' },
  'throttle-stop': { lost: 0, event: 'a control group is heard again' },
};

test.each(Object.entries(HEALTH))('%s is news of the health of the sensor', (name, health) => {
  expect(sample(name)).toMatchObject({ kind: 'health', ...health });
});

test('every sample is expected to become something', () => {
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const expected = [...Object.keys(EXPECTED), ...Object.keys(HEALTH)].map((n) => `${n}.json`);
  expect(names.sort()).toEqual(expected.sort());
});

test.each(['connect-killed', 'path-truncate-overridden'])(
  'what a policy asks for is done only by an agent that enforces: %s',
  (name) => {
    expect(sample(name, 'detect')).toMatchObject({ body: { verdict: 'detected' } });
    expect(sample(name, 'enforce')).toMatchObject({ body: { verdict: 'blocked' } });
  },
);

test('what only reports is no block, whatever the mode', () => {
  expect(sample('tcp-connect', 'enforce')).toMatchObject({ body: { verdict: 'detected' } });
  expect(sample('exit', 'enforce')).toMatchObject({ body: { verdict: 'allowed' } });
});

test('an action at the return of a function counts like one at its entry', () => {
  const probe = { action: 'KPROBE_ACTION_POST', return_action: 'KPROBE_ACTION_SIGKILL' };
  const event = { process_kprobe: probe, time: '2026-03-03T10:11:12Z' };
  expect(fromTetragon(event, 'detect')).toMatchObject({
    body: { metadata: { intended_action: 'sigkill' } },
  });
});

test.each([
  ['tcp_set_state', 'TCP_SYN_RECV', 'inbound'],
  ['tcp_close', 'TCP_CLOSE_WAIT', undefined],
  ['tcp_connect', 'TCP_SYN_SENT', undefined],
])(
  'the far end of a socket is its destination, and that it began is said where it is known: %s, %s',
  (function_name, state, direction) => {
    const sock_arg = {
      ...{ family: 'AF_INET', protocol: 'IPPROTO_TCP', state },
      ...{ saddr: '192.0.2.15', sport: 8080, daddr: '203.0.113.9', dport: 50_000 },
    };
    const event = { process_kprobe: { function_name, args: [{ sock_arg }] }, time: TIME };
    const metadata = metadataOf(fromTetragon(event, 'detect'));
    expect(metadata).toMatchObject({ destination: '203.0.113.9', source_port: 8080 });
    expect(metadata['direction']).toBe(direction);
  },
);

test('ids that are not set are left out, but where the event is kept as it came', () => {
  expect(metadataOf(sample('exec-least'))).toEqual({
    event: 'process_exec',
    sensor: 'node-7',
    process: { pid: 0, exec_id: 'bm9kZS03OjE6MQ==' },
    raw: native('exec-least')['process_exec'],
  });
});

test('more than metadata may have is kept as text, and nothing of it is lost', () => {
  const raw = String(metadataOf(sample('exec-ancestors'))['raw']);
  expect(JSON.parse(raw)).toEqual(native('exec-ancestors')['process_exec']);
});

test('what a shipper adds beside the event changes nothing', () => {
  const shipped = { ...native('exec'), kubernetes: { host: 'node-7' }, date: 1_772_532_672.1 };
  expect(fromTetragon(shipped, 'detect')).toEqual(sample('exec'));
});

test.each([
  [{ time: TIME, node_name: 'node-7' }, 'none of process_exec, process_exit,'],
  [{ time: TIME, process_exec: 'text' }, 'none of process_exec'],
  [{ time: TIME, process_exec: null, node_labels: {} }, 'none of process_exec'],
  [{ time: TIME, process_exec: {}, process_exit: {} }, 'a line holds more than one'],
  [{ time: TIME, 'Not a kind': {} }, 'none of process_exec'],
  [{ time: TIME, rule: 'Terminal shell', output_fields: {} }, 'it is an alert of Falco'],
  [{ process_exec: {} }, 'time is not an RFC 3339 timestamp'],
  [{ process_exec: {}, time: 1_772_532_672 }, 'time is not an RFC 3339 timestamp'],
  ['text', 'none of'],
  [[], 'none of'],
  [null, 'none of'],
])('what is no Tetragon event is skipped with the reason: %j', (event, reason) => {
  expect(fromTetragon(event, 'detect')).toEqual({
    kind: 'skip',
    reason: expect.stringContaining(reason) as string,
  });
});
