import type { Policy } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
import { type Finding, judgeObservation } from './judge-observation';

const catalog = builtInCatalog();
const judge = (metadata: object, ...policies: Policy[]): Finding | null =>
  judgeObservation(recorded(connection(metadata)).data, { rules: compileRules(policies), catalog });
const block = (...patterns: string[]): Policy => policy(patterns, { type: 'block' });

describe('of what has a path and no scheme the host is judged', () => {
  test.each([
    ['evil.example.com/x', 'evil.example.com'],
    ['EVIL.example.com./', 'evil.example.com'],
    ['evil.example.com:8443/a.b/c?d', 'evil.example.com'],
    ['evil.example.com?x', 'evil.example.com'],
    ['evil.example.com#x', 'evil.example.com'],
    ['evil.example.com\\x', 'evil.example.com'],
    ['root:pw@evil.example.com:22/x', 'evil.example.com'],
    ['x.com@evil.example.com/x', 'evil.example.com'],
    ['203.0.113.9/x', '203.0.113.9'],
    ['203.0.113.9:80/x', '203.0.113.9'],
    ['[2001:db8::1]:443/x', '2001:db8::1'],
    ['2001:db8::1/64', '2001:db8::1'],
  ])('%s', (destination, host) => {
    const forbidden = judge(
      { destination },
      block('evil.example.com', '203.0.113.9', '2001:db8::/32'),
    );
    expect(forbidden?.title).toBe(`Forbidden egress to ${host}`);
    expect(forbidden?.issue_id).toBe(judge({ destination: host })?.issue_id);
    expect(judge({ destination }, policy([host]))).toBeNull();
  });

  test.each(['localhost:8080/a', '127.0.0.1/a'])('%s is this very host', (destination) =>
    expect(judge({ destination }, block('localhost', '127.0.0.0/8'))).toBeNull(),
  );

  test('an address with a length is that address', () =>
    expect(judge({ destination_ip: '203.0.113.9/32' }, block('203.0.113.9'))).toMatchObject({
      ...{ severity: 'critical', details: { ip: '203.0.113.9' } },
    }));
});

describe.each(['a.x.com/.evil.com', 'a.x.com:443/index.evil.com', '.evil.com@a.x.com/.evil.com'])(
  'what may be a name as well, because who asks for one chooses its labels: %s',
  (destination) => {
    test('is called what was sent', () =>
      expect(judge({ destination })).toMatchObject({
        ...{ title: `Unknown egress to ${destination}`, details: { domain: destination } },
      }));

    test.each(['a.x.com', '**.evil.com'])('is blocked by a rule about either: %s', (pattern) =>
      expect(judge({ destination }, block(pattern), policy(['*']))).toMatchObject({
        ...{ severity: 'critical', why: { policy: { pattern } } },
      }),
    );

    test('is allowed by a rule about neither', () =>
      expect(judge({ destination }, policy(['a.x.com', '**.evil.com', '*']))).not.toBeNull());
  },
);

test.each(['x.com@evil.com', 'evil.com:x@evil.com'])(
  'of what may have a user before its host both are blocked: %s',
  (destination) =>
    expect(judge({ destination }, block('evil.com'), policy(['x.com', '*']))).toMatchObject({
      ...{ severity: 'critical', details: { domain: destination } },
    }),
);

test.each(['/var/run/x.sock', '0/25.2.0.192.in-addr.arpa', 'a b.x.com/c', '443/tcp'])(
  'what has no host before its path is called what was sent: %s',
  (destination) => expect(judge({ destination })?.details).toMatchObject({ domain: destination }),
);
