import type { ObservationBody, Policy } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
import { type Finding, judgeObservation } from './judge-observation';

const catalog = builtInCatalog();

const judge = (body: ObservationBody, ...policies: Policy[]): Finding | null =>
  judgeObservation(recorded(body).data, { rules: compileRules(policies), catalog });

const X = { destination: 'x.com', destination_ip: '203.0.113.9' };
const block = (...patterns: string[]): Policy =>
  policy(patterns, { id: 'policy_b', name: 'no x', type: 'block', version: 4 });

describe('1. a block rule in scope matches', () => {
  test.each(['allowed', 'blocked', 'detected'] as const)(
    'critical, though the verdict is %s',
    (verdict) => {
      const finding = judge(connection(X, { verdict }), block('x.com'), policy(['*']));
      expect(finding).toMatchObject({
        ...{ title: 'Forbidden egress to x.com', severity: 'critical' },
        verdict: verdict === 'blocked' ? 'blocked' : 'detected',
        why: {
          reason: 'policy "no x" blocks x.com by x.com',
          policy: { id: 'policy_b', name: 'no x', version: 4, type: 'block', pattern: 'x.com' },
        },
      });
    },
  );

  test('by address too', () =>
    expect(judge(connection(X), block('203.0.113.0/24'))?.severity).toBe('critical'));

  test.each(['https', 'tcp', 'postgres'])('a name in Unicode is found in a URL of %s', (scheme) =>
    expect(
      judge(
        connection({ destination: `${scheme}://BÜCHER.example:5432/a` }),
        block('bücher.example'),
      )?.title,
    ).toBe('Forbidden egress to xn--bcher-kva.example'),
  );

  test('even a name that is not well-formed', () =>
    expect(judge(connection({ destination: 'a b.X.com' }), block('**.x.com'))).toMatchObject({
      ...{ severity: 'critical', title: 'Forbidden egress to a b.x.com' },
    }));

  test('but not out of scope', () => {
    const selector = { platform: 'github_actions' } as const;
    const elsewhere = policy(['x.com'], { type: 'block', scope: 'selected', selector });
    expect(judge(connection(X), elsewhere)?.severity).toBe('high');
  });
});

describe('2. an allow rule in scope matches', () => {
  test.each([['x.com'], ['203.0.113.9'], ['*']])('%s: no issue', (pattern) =>
    expect(judge(connection(X), policy([pattern]))).toBeNull(),
  );

  test('no issue either when the catalog knows its name', () =>
    expect(judge(connection({ ...X, name: 'net_scan_tool_exec' }), policy(['x.com']))).toBeNull());

  test('an agent is in no scope by what it calls itself: its hostname is no label', () => {
    const selector = { platform: 'kubernetes', cluster: 'prod', node: 'node-1' } as const;
    const mine = policy(['x.com'], { scope: 'selected', selector });
    expect(judge(connection(X), mine)).not.toBeNull();
  });

  test('a name that is not well-formed is not allowed', () => {
    for (const destination of ['evil.com/.x.com', 'a b.x.com', '%61.x.com', '.x.com'])
      expect(judge(connection({ destination }), policy(['**.x.com', '*.x.com']))).not.toBeNull();
  });
});

describe('3. the verdict is allowed', () => {
  test('no issue', () => {
    expect(judge(connection(X, { verdict: 'allowed' }))).toBeNull();
    const exec = { kind: 'process_execution', verdict: 'allowed' } as const;
    expect(judge(connection({ name: 'crypto_miner_execution' }, exec))).toBeNull();
    expect(judge(connection({ rule: 'net_scan_tool_exec' }, exec))).toBeNull();
  });

  test('but an issue when its name is in the catalog as critical', () =>
    expect(
      judge(connection({ name: 'hidden_elf_exec', score: 0.1 }, { verdict: 'allowed' })),
    ).toMatchObject({ severity: 'low', verdict: 'detected', title: 'Hidden executable started' }));
});

describe('4. the catalog knows the name', () => {
  const exec = { kind: 'process_execution', verdict: 'blocked' } as const;
  test.each([
    [{ name: 'crypto_miner_execution' }, 'high'],
    [{ rule: 'crypto_miner_execution' }, 'high'],
    [{ name: 'mine', rule: 'crypto_miner_execution' }, 'high'],
    [{ name: 'crypto_miner_execution', severity: 'low' }, 'low'],
    [{ name: 'cpu_fingerprint' }, 'low'],
  ])('%j is %s', (metadata, severity) =>
    expect(judge(connection(metadata, exec))?.severity).toBe(severity),
  );

  test('title, technique and sentence are the catalog’s', () =>
    expect(judge(connection({ ...X, name: 'crypto_miner_execution' }, exec))).toMatchObject({
      ...{ title: 'Crypto miner executed', verdict: 'blocked' },
      details: { detection: 'crypto_miner_execution', technique: 'T1496.001', domain: 'x.com' },
      why: { policy: null, reason: expect.stringContaining('mine crypto currency') },
    }));
});

describe('5. it has a destination that nothing allows', () => {
  test.each([
    [connection(X), 'Unknown egress to x.com', 'high'],
    [connection(X, { verdict: 'blocked' }), 'Unknown egress to x.com', 'medium'],
    [connection({ ...X, importance: 'critical' }), 'Unknown egress to x.com', 'critical'],
    [connection({ destination: '203.0.113.9' }), 'Unknown egress to 203.0.113.9', 'high'],
    [connection({ destination_ip: '::ffff:203.0.113.9' }), 'Unknown egress to 203.0.113.9', 'high'],
    [connection({ query: 'X.com.' }, { kind: 'dns_query' }), 'Unknown egress to x.com', 'high'],
    [connection({ destination: 'x.com:443' }), 'Unknown egress to x.com', 'high'],
    [connection({ destination: 'https://X.com/a' }), 'Unknown egress to x.com', 'high'],
    [connection({ destination: '[2001:db8::1]:443' }), 'Unknown egress to 2001:db8::1', 'high'],
    [connection({ destination: '169.254.169.254' }), 'Unknown egress to 169.254.169.254', 'high'],
    [connection({ destination: 'localhost', destination_ip: '203.0.113.9' }), '', 'high'],
  ])('%j', (body, title, severity) => {
    const finding = judge(body);
    expect(finding).toMatchObject({ severity, why: { reason: 'no policy allows it' } });
    expect(finding?.title).toBe(title || 'Unknown egress to 203.0.113.9');
  });

  test.each([
    [connection({ query: '.' }, { kind: 'dns_query' }), '.'],
    [connection({ query: 'a b.x.com' }, { kind: 'dns_query' }), 'a b.x.com'],
    [connection({ destination: 'a.com/b.com' }), 'a.com/b.com'],
  ])('says why no rule allows what is no name: %j', (body, where) => {
    expect(judge(body, policy(['*']))).toMatchObject({
      title: `Unknown egress to ${where}`,
      why: { reason: 'no policy allows it: rules allow well-formed names and addresses alone' },
    });
  });

  test.each([
    [{ destination: 'localhost' }],
    [{ destination: 'LOCALHOST.:8080' }],
    [{ destination: '127.8.9.1' }],
    [{ destination_ip: '::1' }],
    [{ destination_ip: '::ffff:127.0.0.1' }],
    [{ destination: 'x.com', destination_ip: '127.0.0.1' }],
  ])('loopback is never egress: %j', (metadata) =>
    expect(judge(connection(metadata), block('127.0.0.0/8', '::1', 'localhost'))).toBeNull(),
  );

  test('the resolver that a lookup was sent to is not its destination', () => {
    const lookup = connection({ query: 'x.com', destination_ip: '10.0.0.2' }, { kind: 'dns' });
    expect(judge(lookup, policy(['10.0.0.0/8']))).toMatchObject({ details: { domain: 'x.com' } });
    expect(judge(lookup)?.details).not.toHaveProperty('ip');
  });
});

describe('6. a process or a file that the agent found suspicious', () => {
  test.each([
    ['process_execution', { exe: '/tmp/x' }, 'Suspicious process execution: /tmp/x'],
    ['process_execution', {}, 'Suspicious process execution: unknown'],
    ['file_access', { path: '/etc/shadow' }, 'Suspicious file access: /etc/shadow'],
  ])('%s %j', (kind, metadata, title) => {
    expect(judge(connection(metadata, { kind }))).toMatchObject({ title, severity: 'medium' });
    expect(judge(connection({ ...metadata, score: 80 }, { kind }))?.severity).toBe('critical');
    expect(judge(connection(metadata, { kind, verdict: 'allowed' }))).toBeNull();
  });
});

test('7. otherwise no issue', () => {
  expect(judge(connection({}, { kind: 'falco_alert' }))).toBeNull();
  expect(judge(connection({ name: 'constructor' }))).toBeNull();
});

describe('the fingerprint', () => {
  const id = (metadata: object, rest: Partial<ObservationBody> = {}): string | undefined =>
    judge(connection(metadata, rest))?.issue_id;
  const curl = { process: { executable: '/usr/bin/curl' } };

  test('a lookup of and a connection to one name by one process are one issue', () =>
    expect(id({ ...X, ...curl })).toBe(id({ query: 'x.com', ...curl }, { kind: 'dns' })));

  test('what is said in another way is the same issue', () => {
    expect(id({ destination: 'X.COM.', exe: '/usr/bin/curl' })).toBe(id({ ...X, ...curl }));
    expect(id(X, { verdict: 'blocked' })).toBe(id({ ...X, port: 1, severity: 'low' }));
  });

  test('another process, name or detection is another issue', () =>
    expect(
      new Set([
        id(X),
        id({ ...X, ...curl }),
        id({ destination: 'y.com' }),
        id({ ...X, name: 'dropdomain' }),
        id({ destination: 'x.com', path: '/a' }, { kind: 'file_access' }),
        id({ path: '/a' }, { kind: 'file_access' }),
        id({ path: '/b' }, { kind: 'file_access' }),
        id({ path: '/a' }, { kind: 'process_execution' }),
      ]).size,
    ).toBe(7));

  test('a blocked name stays the issue that it was before it was forbidden', () =>
    expect(judge(connection(X), block('x.com'))?.issue_id).toBe(id(X)));
});

describe('7. the house hears nothing of an agent any more', () => {
  const silence = {
    last_seen: '2026-03-03T10:00:00.000Z',
    heard_since: '2026-03-03T08:00:00.000Z',
    per_minute: 12.5,
  };
  const silent = (metadata: object = silence): ObservationBody =>
    connection({}, { kind: 'agent_silent', metadata: { ...metadata } });
  const ofHouse = (body: ObservationBody, ...policies: Policy[]): Finding | null =>
    judgeObservation(recorded(body).data, { rules: compileRules(policies), catalog }, 'ingest');

  test('the issue says since when, and what it sent before', () =>
    expect(ofHouse(silent())).toMatchObject({
      ...{ title: 'Agent went silent', severity: 'high', verdict: 'detected' },
      details: { detection: 'agent_silent' },
      why: {
        reason:
          'nothing was heard of it since 2026-03-03T10:00:00.000Z; before, it was heard regularly since 2026-03-03T08:00:00.000Z, with 12.5 events a minute',
        policy: null,
      },
    }));

  test('every silence of an agent is the same issue, whatever a policy allows', () => {
    const again = { ...silence, last_seen: '2026-03-04T10:00:00.000Z' };
    const all = policy(['*']);
    const [first, second] = [ofHouse(silent()), ofHouse(silent(again), all)];
    expect(first).not.toBeNull();
    expect(second?.issue_id).toBe(first?.issue_id);
  });

  test('an agent that says so of itself raises nothing with it, and hides nothing', () => {
    expect(judge(silent())).toBeNull();
    const forbidden = silent({ ...silence, ...X });
    expect(judge(forbidden, block('x.com'))?.severity).toBe('critical');
    expect(judge(forbidden)?.title).toBe('Unknown egress to x.com');
  });
});
