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
  const blocks = policy(['evil.example', '**.evil.example', '**.bücher.example', 'fe80::/10'], {
    type: 'block',
  });
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
    `https://${'%C2%AD'.repeat(260)}evil.example/`,
    `${'\u00ad'.repeat(260)}evil.example`,
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
