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

describe.each([
  String.raw`evil.example.co\m`,
  String.raw`evil.example.co\109`,
  String.raw`evil.example.co\m:443`,
  String.raw`evil.example.co\m/x`,
  String.raw`evil.example.co\109:443/x\y`,
  String.raw`root@evil.example.co\m`,
  String.raw`e\vil.example.com`,
  String.raw`e\118il.example.com`,
])(
  'what resolvers read as a name with what it escapes, and others as a host and its path: %s',
  (destination) => {
    test('is called what was sent, without its port', () =>
      expect(judge({ destination })?.details).toMatchObject({
        domain: destination.replace(/:443$/, ''),
      }));

    test.each([{ destination }, { destination: `https://${destination}/` }])(
      'is blocked as resolvers read it: %j',
      (metadata) =>
        expect(judge(metadata, block('evil.example.com'), policy(['*']))?.severity).toBe(
          'critical',
        ),
    );

    test('is allowed by a rule about neither', () =>
      expect(
        judge({ destination }, policy(['evil.example.co', 'evil.example.com', '*'])),
      ).not.toBeNull());
  },
);

test('what follows a backslash is blocked as a path, too', () =>
  expect(
    judge({ destination: String.raw`evil.example.com\x` }, block('evil.example.com'))?.severity,
  ).toBe('critical'));

test('of what escapes something in its path the host is judged', () =>
  expect(judge({ destination: String.raw`a.x.com/b\c` }, policy(['a.x.com']))).toBeNull());

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
