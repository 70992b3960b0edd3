import type { ObservationBody, Policy } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
import { allowedNow } from './judge-issue';
import { judgeObservation } from './judge-observation';

const catalog = builtInCatalog();
const judged = (
  destination: string,
  policies: readonly Policy[],
  verdict: ObservationBody['verdict'] = 'detected',
) =>
  judgeObservation(recorded(connection({ destination }, { verdict })).data, {
    ...{ rules: compileRules(policies), catalog },
  });

describe('what programs take for a way to a blocked host is blocked, whatever the parser of URLs says of it', () => {
  const blocks = policy(
    [
      ...['evil.example', '**.evil.example', '**.bücher.example', 'fass.example', 'fe80::/10'],
      ...['203.0.113.8/31', '203.0.113.10'],
    ],
    { type: 'block' },
  );
  test.each([
    'https:/evil.example/x',
    'https:/a.evil.example/x',
    String.raw`https:\\evil.example\x`,
    '//a.evil.example/x',
    'http://a.evil.example:99999/x',
    'https://user@a.evil.example:99999/x',
    'https://xn--a.evil.example/x',
    'https://[fe80::1%25eth0]/x',
    'https://a b.evil.example/x',
    'a b.evil.example/x',
    'a b.bücher.example',
    'xn--zz.bücher.example',
    'xn--zz.bücher.example.',
    'https://xn--zz.bücher.example/x',
    'xn--zz.bücher.example:443',
    'xn--zz.bücher.example, b',
    'https://a b.bücher.example/x',
    String.raw`https://good.example\@evil.example/`,
    String.raw`https://evil.example\@good.example/`,
    String.raw`a.example\@evil.example`,
    String.raw`\\evil.example\x`,
    'https:evil.example/x',
    'evil.example:/x',
    'a b\u3002evil.example',
    'https://127.0.0.1\\@evil.example/',
    String.raw`https://evil.example${'\\'}${'x'.repeat(300)}`,
    String.raw`https://%65vil.example${'\\'}${'x'.repeat(300)}`,
    `https://evil${'\t'.repeat(260)}.example/`,
    `https://${'\u00ad'.repeat(260)}evil.example/`,
    `https://${'%C2%AD'.repeat(4_200)}evil.example/`,
    `${'\u00ad'.repeat(260)}evil.example`,
    'postgresql://good.example,evil.example/db',
    'mongodb://good.example:27017,evil.example:27017/db',
    'good.example,evil.example:5432',
    'http://evil.example:+80/',
    'http://evil.example:8_0/',
    'http://evil.example: 80/',
    'evil.example:http',
    '[evil.example]:https',
    'git@evil.example:org/repo.git',
    'evil.example:path',
    'evil.example:８０',
    'gopher:/evil.example/x',
    'gopher:///evil.example/x',
    'h\ttp://evil.example/',
    '\u0001http:evil.example',
    'jar:http://evil.example/x.jar!/',
    'jdbc:mysql://evil.example:3306/db',
    String.raw`file:\\evil.example\x`,
    String.raw`/\evil.example/x`,
    '///evil.example/x',
    String.raw`\\evil.example@SSL@443\DavWWWRoot`,
    'http://ev\u200dil.example/',
    'evil\u2024example',
    'ev\u1806il.example',
    'http://faß.example/',
    String.raw`\101vil.example`,
    String.raw`e\118il.example`,
    'evil.example\0',
    'evil.example\0.good.example',
    String.raw`https://u@evil.example\@good.example/`,
    '0xcb007109:8_0',
    'http://203.0.28937:+80/',
    `${'a,'.repeat(300)}evil.example`,
    '%65vil.example:80/x',
    '2001:db8::5%x.evil.example',
    '3405803785',
    '0313.0.0161.011',
    '203.0.28937',
    '0xcb007109',
    'http://203.0.113.010/',
    '203.0.113.010',
    '203.0.113.9:https',
    '203。0。113。9',
    '２０３.0.113.9',
    `https://${'%C3%BC'.repeat(50)}.bücher.example/`,
  ])('%s', (destination) => {
    expect(judged(destination, [blocks])?.severity).toBe('critical');
    expect(judged(destination, [blocks], 'allowed')?.severity).toBe('critical');
  });
});

test.each([
  String.raw`https://good.example\@evil.example/`,
  String.raw`https://evil.example\@good.example/`,
  String.raw`https://127.0.0.1\@evil.example/`,
  String.raw`https://localhost\@evil.example/`,
  'https://127.0.0.1:99999/',
  'postgresql://evil.example,x.good.example/db',
  'evil.example,x.good.example:5432',
  'mongodb://evil.example,x.good.example/db',
  'https://a b.good.example/x',
  'https://good.example:99999/x',
])('what some programs take for another host is not allowed as one of them: %s', (destination) => {
  const allows = policy(['good.example', '**.good.example']);
  expect(judged(destination, [allows])?.title).toMatch(/^Unknown egress/);
});

test.each([
  [
    String.raw`https://good.example\@Evil.example/x?y`,
    String.raw`https://good.example\@evil.example`,
  ],
  ['https://good.example:99999/x', 'https://good.example:99999'],
  ['//good.example/x', '//good.example'],
  ['unix:///var/run/docker.sock', 'unix:///var/run/docker.sock'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
  ['http://:80/', 'http://:80/'],
  ['https://', 'https://'],
  ['unix:/run/containerd/a', 'unix:/run/containerd/a'],
  ['file:/etc/passwd', 'file:/etc/passwd'],
  [String.raw`C:\Windows\x`, String.raw`c:\windows\x`],
])(
  '%s is called as it was sent, and no policy about its host allows the issue later',
  (destination, called) => {
    const found = judged(destination, []);
    expect(found).toMatchObject({
      title: `Unknown egress to ${called}`,
      details: { domain: called },
    });
    const rules = compileRules([policy(['good.example', 'var', 'etc', '*'])]);
    expect(found && allowedNow(found, rules)).toBeNull();
  },
);

test.each(['ftp:21', 'http:80'])('%s is a host and its port', (destination) =>
  expect(judged(destination, [])?.title).toBe(`Unknown egress to ${destination.split(':')[0]}`),
);

describe('what is blocked is not resolved by what allows the address that was reached', () => {
  test.each([
    'https://evil.example /x',
    'https://evil.example\u0001/x',
    String.raw`https://${'x'.repeat(600)}\@evil.example/`,
    `${'x'.repeat(600)}@evil.example`,
  ])('%s', (destination) => {
    const sent = connection({ destination, destination_ip: '10.0.0.9' });
    const policies = [policy(['evil.example'], { type: 'block' }), policy(['10.0.0.0/8'])];
    const rules = compileRules(policies);
    const found = judgeObservation(recorded(sent).data, { rules, catalog });
    expect(found?.severity).toBe('critical');
    expect(found && allowedNow(found, rules)).toBeNull();
  });
});

test.each(['203.0.113.9, 10.0.0.1', '203.0.113.9\0x', '203.0.113.9:https', '[2001:db8::5]:https'])(
  'what is sent as an address and is none is judged as it can be read: %s',
  (destination_ip) => {
    const rules = compileRules([
      policy(['203.0.113.9', '2001:db8::/32'], { type: 'block' }),
      policy(['good.example']),
    ]);
    for (const more of [{}, { destination: 'good.example' }]) {
      const body = connection({ destination_ip, ...more }, { verdict: 'allowed' });
      const found = judgeObservation(recorded(body).data, { rules, catalog });
      expect(found?.severity).toBe('critical');
      expect(found && allowedNow(found, rules)).toBeNull();
    }
  },
);

test.each([
  '127.0.0.1:http',
  '127.1',
  '-',
  'N/A',
  '/var/run/x.sock',
  '256.1.1.1',
  'no such host.',
  '0',
])('what is sent as an address and leads nowhere else raises nothing: %s', (destination_ip) => {
  const sent = recorded(connection({ destination_ip })).data;
  expect(judgeObservation(sent, { rules: compileRules([]), catalog })).toBeNull();
});

test.each(['2001:db8::/32', 'fd00::/8', '::/0'])(
  '%s is an address with a length',
  (destination) => {
    expect(judged(destination, [policy(['*'])])).toBeNull();
    expect(judged(destination, [])?.details['ip']).toBe(destination.split('/')[0]);
  },
);

test('a name that IDNA of 2003 reads as a blocked one stays blocked', () => {
  const policies = [policy(['fass.example'], { type: 'block' }), policy(['faß.example'])];
  const found = judged('faß.example', policies);
  expect(found?.severity).toBe('critical');
  expect(found && allowedNow(found, compileRules(policies))).toBeNull();
});

test.each([
  ...[String.raw`\101vil.example`, 'evil.example\0.good.example', 'ev\u1806il.example'],
  ...['xn--zz.bücher.example', 'xn--zz.straße.example', 'xn--zz.βόλος.example'],
])('a look-up of what resolvers take for a blocked name is blocked: %j', (query) => {
  const names = ['evil.example', '**.bücher.example', '**.straße.example', '**.βόλος.example'];
  const rules = compileRules([policy(names, { type: 'block' })]);
  const sent = recorded(connection({ query }, { kind: 'dns', verdict: 'allowed' })).data;
  expect(judgeObservation(sent, { rules, catalog })?.severity).toBe('critical');
});

test('of a URL that may be another one what was reached is judged as well', () => {
  const sent = {
    destination: String.raw`https://10.0.0.1\@evil.example/`,
    destination_ip: '203.0.113.9',
  };
  const ruled = (...policies: Policy[]) =>
    judgeObservation(recorded(connection(sent)).data, { rules: compileRules(policies), catalog });
  for (const pattern of ['evil.example', '10.0.0.1', '203.0.113.9'])
    expect(ruled(policy([pattern], { type: 'block' }))?.severity).toBe('critical');
  expect(ruled(policy(['10.0.0.1', 'evil.example']))?.severity).toBe('high');
});

test.each([
  'https://good.example/x',
  'http://user:word@good.example:8080/',
  `https://${'x'.repeat(2_000)}@good.example/`,
  'HTTPS:/good.example',
])('what all take for the same host is allowed as that: %s', (destination) =>
  expect(judged(destination, [policy(['good.example'])])).toBeNull(),
);
