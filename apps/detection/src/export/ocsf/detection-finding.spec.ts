import type { Evidence } from '@parapet/contracts';
import type { IssueDocument } from '../../issue/issue.collection';
import { detectionFinding } from './detection-finding';

const URL = 'https://parapet.example/issues/issue_1';
const ISSUE: IssueDocument = {
  ...{ id: 'issue_1', title: 'Unknown egress to x.example', severity: 'high', verdict: 'detected' },
  ...{ agent_id: 'agent_1', occurrences: 1, applied: 7, version: 1, judged_at: 0, made_by: [] },
  created_at: '2026-03-03T10:00:00.000Z',
  ...{ first_seen: '2026-03-03T09:59:59.000Z', last_seen: '2026-03-03T09:59:59.500Z' },
  ...{ status: 'open', status_at: '2026-03-03T10:00:00.000Z', status_by: 'detection' },
  ...{ status_reason: null, ignored_until: null },
  micro_context: { platform: 'kubernetes', cluster: 'prod', node: 'node-7' },
  details: { domain: 'x.example', detection: 'egress' },
  why: { reason: 'no policy allows it', policy: null },
  subject: {
    ...{ platform: 'kubernetes', verdict: 'detected' },
    labels: { cluster: 'prod', namespace: 'shop' },
  },
};
const CONNECTION: Evidence = {
  ...{ id: 'event_1', kind: 'network_connection', verdict: 'detected' },
  timestamp: '2026-03-03T09:59:58.123456789Z',
  received_at: '2026-03-03T09:59:59.000Z',
  metadata: {
    ...{ destination: 'x.example', destination_ip: '203.0.113.9', port: 443, protocol: 'tcp' },
    ...{ source_ip: '192.0.2.15', source_port: 43210, user: 'root' },
    process: {
      pid: 4211,
      executable: '/usr/bin/curl',
      command: 'curl',
      args: ['-s'],
      exec_id: 'e1',
    },
    container: { id: 'c1', name: 'web', image: 'shop:1' },
    kubernetes: { namespace: 'shop', pod: 'web-0' },
  },
};

/** As it is written. */
const finding = (issue: Partial<IssueDocument>, ...evidence: readonly Evidence[]) =>
  JSON.parse(JSON.stringify(detectionFinding({ ...ISSUE, ...issue }, evidence, URL)));
const evidenceOf = (change: Partial<Evidence>) =>
  finding({}, { ...CONNECTION, ...change }).evidences[0];

test('an issue says what it is, when, and where it can be seen', () => {
  expect(finding({})).toEqual({
    ...{ category_uid: 2, category_name: 'Findings' },
    ...{ class_uid: 2004, class_name: 'Detection Finding' },
    ...{ activity_id: 1, activity_name: 'Create' },
    ...{ type_uid: 200401, type_name: 'Detection Finding: Create' },
    ...{ time: Date.parse('2026-03-03T10:00:00Z'), count: 1, is_alert: true },
    ...{ severity_id: 4, severity: 'High', status_id: 1, status: 'New' },
    ...{ action_id: 3, action: 'Observed', disposition_id: 15, disposition: 'Detected' },
    message: 'Unknown egress to x.example',
    start_time: Date.parse('2026-03-03T09:59:59Z'),
    end_time: Date.parse('2026-03-03T09:59:59.500Z'),
    finding_info: {
      ...{ uid: 'issue_1', title: 'Unknown egress to x.example', desc: 'no policy allows it' },
      types: ['egress'],
      created_time: Date.parse('2026-03-03T10:00:00Z'),
      modified_time: Date.parse('2026-03-03T10:00:00Z'),
      first_seen_time: Date.parse('2026-03-03T09:59:59Z'),
      last_seen_time: Date.parse('2026-03-03T09:59:59.500Z'),
      analytic: {
        ...{ type_id: 1, type: 'Rule', uid: 'egress', name: 'egress' },
        desc: 'no policy allows it',
      },
      src_url: URL,
    },
    observables: [],
    device: {
      ...{ uid: 'agent_1', hostname: 'node-7', name: 'node-7', type_id: 99, type: 'kubernetes' },
    },
    resources: [
      {
        ...{ uid: 'agent_1', name: 'node-7', type: 'agent', namespace: 'shop' },
        ...{ group: { name: 'prod' }, labels: ['cluster: prod', 'namespace: shop'] },
      },
    ],
    metadata: {
      ...{ version: '1.5.0', product: { name: 'Parapet', vendor_name: 'Parapet' } },
      ...{ profiles: ['security_control'], uid: 'issue_1.7', event_code: 'egress' },
      original_time: '2026-03-03T09:59:59.500Z',
    },
    unmapped: { status_at: '2026-03-03T10:00:00.000Z', status_by: 'detection' },
  });
});

test.each([
  ['low', 2],
  ['medium', 3],
  ['high', 4],
  ['critical', 5],
] as const)('severity %s is %d', (severity, severity_id) =>
  expect(finding({ severity })).toMatchObject({ severity_id }),
);

test.each([
  ['open', 1, 1, 1],
  ['open', 2, 1, 2],
  ['acknowledged', 1, 2, 2],
  ['ignored', 1, 3, 3],
  ['resolved', 5, 4, 3],
] as const)(
  '%s, seen %d times: status %d, activity %d',
  (status, occurrences, status_id, activity) =>
    expect(finding({ status, occurrences })).toMatchObject({
      ...{ status_id, activity_id: activity, type_uid: 200400 + activity },
    }),
);

test('what was blocked was denied', () =>
  expect(finding({ verdict: 'blocked' })).toMatchObject({ action_id: 2, disposition_id: 2 }));

test('what changes nothing that is shown makes no other event of it', () =>
  expect(finding({ changed: 7, applied: 9 }).metadata.uid).toBe('issue_1.7'));

test('the reason of a status and how long it holds are told', () => {
  const status_at = '2026-03-04T00:00:00.000Z';
  const ignored_until = '2026-04-01T00:00:00Z';
  const change = {
    status: 'ignored',
    status_reason: 'a scanner',
    status_at,
    ignored_until,
  } as const;
  expect(finding(change)).toMatchObject({
    ...{ time: Date.parse(status_at), status_detail: 'a scanner', unmapped: { ignored_until } },
  });
});

test('the rule that decided is the analytic, with its policy', () => {
  const policy = { id: 'policy_1', version: 3, type: 'block', pattern: '**.example' } as const;
  const { finding_info, unmapped } = finding({ why: { reason: 'because', policy } });
  expect(finding_info.analytic).toEqual({
    ...{ type_id: 1, type: 'Rule', desc: 'because', category: 'block' },
    ...{ uid: 'policy_1', name: '**.example', version: '3' },
  });
  expect(unmapped.policy).toEqual(policy);
});

test('a technique of MITRE ATT&CK is told with the one that it is a part of', () => {
  const attacks = (technique: string): unknown =>
    finding({ details: { technique } }).finding_info.attacks;
  expect(attacks('T1046')).toEqual([{ technique: { uid: 'T1046' } }]);
  expect(attacks('T1059.004')).toEqual([
    { technique: { uid: 'T1059' }, sub_technique: { uid: 'T1059.004' } },
  ]);
});

test('an agent of which little is known is a device all the same', () =>
  expect(finding({ micro_context: {} }).device).toEqual({
    ...{ uid: 'agent_1', type_id: 0, type: 'Unknown' },
  }));

test('a connection has its ends, and whose it is', () => {
  expect(evidenceOf({})).toEqual({
    ...{ uid: 'event_1', name: 'network_connection', user: { name: 'root' } },
    process: {
      ...{ pid: 4211, uid: 'e1', name: 'curl', path: '/usr/bin/curl', cmd_line: 'curl -s' },
    },
    dst_endpoint: { hostname: 'x.example', ip: '203.0.113.9', port: 443 },
    src_endpoint: { ip: '192.0.2.15', port: 43210 },
    connection_info: { direction_id: 2, direction: 'Outbound', protocol_name: 'tcp' },
    container: { uid: 'c1', name: 'web', image: { uid: 'shop:1', name: 'shop:1' } },
    data: {
      timestamp: '2026-03-03T09:59:58.123456789Z',
      received_at: '2026-03-03T09:59:59.000Z',
      ...{ verdict: 'detected', kubernetes: { namespace: 'shop', pod: 'web-0' } },
    },
  });
});

test('of a connection that came in the far end is the source', () => {
  const metadata = {
    ...{ destination: '203.0.113.9', port: 50_000, direction: 'inbound' },
    ...{ source_ip: '192.0.2.15', source_port: 22 },
  };
  expect(evidenceOf({ metadata })).toMatchObject({
    dst_endpoint: { ip: '192.0.2.15', port: 22 },
    src_endpoint: { ip: '203.0.113.9', port: 50_000 },
    connection_info: { direction_id: 1, direction: 'Inbound' },
  });
});

test('a look-up has its question', () => {
  const metadata = { query: 'X.example', response: ['203.0.113.9'] };
  const { query, dst_endpoint, data } = evidenceOf({ kind: 'dns_query', metadata });
  expect(query).toEqual({ hostname: 'x.example', opcode_id: 0, opcode: 'Query' });
  expect([dst_endpoint, data.response]).toEqual([undefined, ['203.0.113.9']]);
});

test.each([
  ['/etc/shadow', 'shadow'],
  ['/tmp/', 'tmp'],
  ['/', '/'],
])('the file %s is called %s', (path, name) =>
  expect(evidenceOf({ kind: 'file_access', metadata: { path } }).file).toMatchObject({
    path,
    name,
  }),
);

test('a process without a number or a name of its own has no place in OCSF, and is kept beside it', () => {
  const metadata = { destination: 'x.example', process: { executable: '/bin/sh', pid: '7' } };
  const { process, data } = evidenceOf({ metadata });
  expect([process, data.process]).toEqual([undefined, { executable: '/bin/sh' }]);
});

test.each([
  ['falco_alert', { rule: 'Odd thing', fields: { a: 1 } }],
  ['agent_silent', { last_seen: '2026-03-03T09:00:00Z', per_minute: 2 }],
])('of %s, for which OCSF has no place, nothing is lost', (kind, metadata) =>
  expect(evidenceOf({ kind, metadata }).data).toMatchObject({ metadata }),
);

test('the newest evidence comes first, and each value of it is told once', () => {
  const later = { ...CONNECTION, id: 'event_2', metadata: { destination: 'x.example:8443' } };
  const { evidences, observables } = finding({}, CONNECTION, later);
  expect(evidences.map(({ uid }: Evidence & { uid: string }) => uid)).toEqual([
    'event_2',
    'event_1',
  ]);
  expect(observables).toEqual([
    {
      ...{ name: 'evidences[].dst_endpoint.hostname', type_id: 1, type: 'Hostname' },
      value: 'x.example',
    },
    {
      ...{ name: 'evidences[].dst_endpoint.ip', type_id: 2, type: 'IP Address' },
      value: '203.0.113.9',
    },
    {
      ...{ name: 'evidences[].src_endpoint.ip', type_id: 2, type: 'IP Address' },
      value: '192.0.2.15',
    },
    { name: 'evidences[].user.name', type_id: 4, type: 'User Name', value: 'root' },
    { name: 'evidences[].process.name', type_id: 9, type: 'Process Name', value: 'curl' },
    { name: 'evidences[].process.cmd_line', type_id: 13, type: 'Command Line', value: 'curl -s' },
  ]);
});
