import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { exactly } from '../observation/exact-json';
import type { SensorOutcome } from '../sensor/sensor-outcome';
import { fromFalco } from './falco-event';

const folder = join(__dirname, 'samples');
function sample(name: string): SensorOutcome {
  const text = readFileSync(join(folder, `${name}.json`), 'utf8');
  return fromFalco(exactly(text, JSON.parse(text)));
}

/** Kind and chosen metadata that each sample must give. */
const EXPECTED: Readonly<Record<string, object>> = {
  'sensitive-file': {
    kind: 'file_access',
    metadata: {
      path: '/etc/shadow',
      severity: 'medium',
      process: { command: 'report --all', executable: '/opt/shop/report' },
      container: { id: '77aa01bc23de', image: 'registry.example/shop/report' },
    },
  },
  'shell-untrusted': {
    kind: 'process_execution',
    metadata: {
      severity: 'low',
      user: 'www',
      process: { pid: 4211, command: 'bash -c id', executable: '/bin/bash', parent: 'httpd' },
    },
  },
  'terminal-shell': {
    kind: 'falco_alert',
    metadata: {
      severity: 'critical',
      kubernetes: { namespace: 'shop', pod: 'web-0' },
      fields: { 'proc.tty': 34816, 'user.loginuid': -1 },
    },
  },
  'api-server-contact': {
    kind: 'network_connection',
    metadata: {
      destination: '203.0.113.1',
      destination_ip: '203.0.113.1',
      port: 443,
      source_ip: '192.0.2.15',
      source_port: 42244,
      severity: 'low',
    },
  },
  'connect-of-pod': {
    kind: 'network_connection',
    metadata: { destination: '203.0.113.1', port: 443, source_port: 42_668 },
  },
  outbound: {
    kind: 'network_connection',
    metadata: {
      destination: 'api.example.net',
      destination_ip: '203.0.113.9',
      port: 443,
      protocol: 'tcp',
      severity: 'low',
    },
  },
  'outbound-ipv6': {
    kind: 'network_connection',
    timestamp: '2026-03-03T11:11:17.000000001+01:00',
    metadata: {
      destination: '2001:db8:1::9',
      port: 853,
      source_ip: '2001:db8::15',
      source_port: 43210,
      severity: 'high',
    },
  },
  'outbound-mapped': {
    kind: 'network_connection',
    metadata: { destination: '::ffff:203.0.113.102', port: 0, severity: 'medium' },
  },
  'miner-port': {
    kind: 'network_connection',
    metadata: { destination: '203.0.113.44', port: 3333, severity: 'critical' },
  },
  'history-removed': {
    kind: 'file_access',
    metadata: { path: '/home/ann/.zsh_history', severity: 'medium', sensor: 'node-9' },
  },
  symlink: {
    kind: 'file_access',
    metadata: { path: '/etc/shadow', severity: 'medium', process: { executable: '/usr/bin/ln' } },
  },
  'k8s-audit': {
    kind: 'falco_alert',
    metadata: {
      severity: 'critical',
      source: 'k8s_audit',
      fields: { 'ka.verb': 'list', 'ka.target.namespace': 'prod' },
    },
  },
  'sidekick-test': {
    kind: 'falco_alert',
    metadata: { rule: 'Test rule', severity: 'low', tags: ['test', 'example'] },
  },
};

test.each(Object.entries(EXPECTED))('reads the recorded event %s', (name, body) => {
  expect(sample(name)).toMatchObject({
    kind: 'observation',
    body: { verdict: 'detected', ...body },
  });
});

test('every recorded event is expected to become something', () => {
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const expected = [...Object.keys(EXPECTED), 'syscall-drops'].map((name) => `${name}.json`);
  expect(names.sort()).toEqual(expected.sort());
});

test('events that Falco raises about itself are news of its health', () => {
  expect(sample('syscall-drops')).toEqual({
    kind: 'health',
    event: 'Falco internal: syscall event drop',
    lost: 41_252,
    message: expect.stringContaining('41252 system calls dropped') as string,
    time: '2026-03-03T10:11:22.000207862Z',
  });
});

test('the time is kept verbatim, and so are times in nanoseconds that no double holds', () => {
  expect(sample('sensitive-file')).toMatchObject({
    body: {
      timestamp: '2026-03-03T10:11:12.341081180Z',
      metadata: { fields: { 'evt.time.iso8601': '1772532672341081180', 'proc.tty': 0 } },
    },
  });
});

test('what Falco counts since its start is no loss of today', () => {
  const rule = 'Falco internal: metrics snapshot';
  const event = { rule, source: 'internal', output_fields: { n_drops: '7', 'scap.n_drops': 9 } };
  expect(fromFalco(event)).toEqual({ kind: 'health', event: rule, message: rule, lost: 0 });
});

test('more fields than metadata may have are kept as text', () => {
  const output_fields = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, i]));
  expect(fromFalco({ rule: 'r', time: '2026-03-03T10:11:12Z', output_fields })).toMatchObject({
    body: { metadata: { rule: 'r', fields: JSON.stringify(output_fields) } },
  });
});

test('fields that are not set are left out', () => {
  const text = JSON.stringify([sample('outbound-mapped'), sample('shell-untrusted')]);
  expect(text).not.toContain('":"<NA>"');
  expect(text).not.toContain('"proc.aname[7]"');
  expect(sample('outbound-mapped')).not.toMatchObject({
    body: { metadata: { protocol: expect.anything() as unknown } },
  });
});

test('a process that runs on the host is in no container, whatever Falco calls that', () => {
  const ofHost = sample('history-removed');
  expect(ofHost).toMatchObject({ body: { metadata: { fields: { 'container.id': 'host' } } } });
  expect(ofHost).not.toHaveProperty('body.metadata.container');
});

test('a container may be called host', () => {
  const output_fields = { 'container.id': '77aa01bc23de', 'container.name': 'host' };
  expect(fromFalco({ rule: 'r', time: '2026-03-03T10:11:12Z', output_fields })).toMatchObject({
    body: { metadata: { container: { id: '77aa01bc23de', name: 'host' } } },
  });
});

const NOT_SET = '<NA>';
test.each([
  ['rename', { 'evt.arg.path': NOT_SET, 'evt.arg.oldpath': '/root/.bash_history' }],
  ['link', { 'evt.arg.oldpath': '/root/.bash_history', 'evt.arg.newpath': '/tmp/h' }],
  ['renameat2', { 'fs.path.source': '/root/.bash_history', 'fs.path.target': '/tmp/h' }],
  ['chmod', { 'evt.arg.fd': null, 'evt.arg.filename': '/root/.bash_history' }],
  ['symlink', { 'evt.arg.target': '../root', 'evt.arg.linkpath': '/root/.bash_history' }],
])('a call that opens no file names it in its arguments: %s', (call, fields) => {
  const output_fields = { 'evt.type': call, 'fd.name': NOT_SET, ...fields };
  expect(fromFalco({ rule: 'r', time: '2026-03-03T10:11:12Z', output_fields })).toMatchObject({
    body: { kind: 'file_access', metadata: { path: '/root/.bash_history' } },
  });
});

test.each([
  ['Emergency', 'critical'],
  ['ALERT', 'critical'],
  ['critical', 'critical'],
  ['Error', 'high'],
  ['warning', 'medium'],
  ['Notice', 'low'],
  ['Informational', 'low'],
  ['Info', 'low'],
  ['Debug', 'low'],
  ['constructor', 'low'],
])('priority %s is severity %s', (priority, severity) => {
  const event = { rule: 'r', time: '2026-03-03T10:11:12Z', priority };
  expect(fromFalco(event)).toMatchObject({ body: { metadata: { severity } } });
});

test.each([
  [{ time: '2026-03-03T10:11:12Z' }, 'rule is missing'],
  [{ rule: 'r' }, 'time is not'],
  [{ rule: 'r', time: '10:11:12.123456789' }, 'time is not'],
  ['text', 'rule is missing'],
  [null, 'rule is missing'],
])('what is no Falco event is skipped with the reason: %j', (native, reason) => {
  expect(fromFalco(native)).toEqual({
    kind: 'skip',
    reason: expect.stringContaining(reason) as string,
  });
});

test('any value at all gives an outcome, and one that is serialisable', () => {
  const name = fc.constantFrom(
    'rule',
    'time',
    'source',
    'priority',
    'tags',
    'output',
    'fd.name',
    'fd.type',
    'fd.rip',
    'evt.type',
    'proc.pid',
    '__proto__',
  );
  const value = fc.oneof(
    fc.anything(),
    fc.constantFrom('2026-03-03T10:11:12Z', 'internal', 'ipv4', 'file', 'execve', '<NA>', '->'),
    fc.string().map((s) => `${s}:1->${s}:2`),
  );
  const fields = fc.dictionary(name, value);
  const native = fc.oneof(
    fc.anything(),
    fc.tuple(fields, fields).map(([top, output_fields]) => ({ ...top, output_fields })),
  );
  fc.assert(
    fc.property(native, (event) => {
      const outcome = fromFalco(event);
      expect(['observation', 'health', 'skip']).toContain(outcome.kind);
      expect(JSON.parse(JSON.stringify(outcome))).toMatchObject({ kind: outcome.kind });
    }),
    { seed: 20260303, numRuns: 2_000 },
  );
});
