import type { ObservationBody, Policy } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
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
  ])('%s', (destination) => {
    expect(judged(destination, [blocks])?.severity).toBe('critical');
    expect(judged(destination, [blocks], 'allowed')?.severity).toBe('critical');
  });
});

test.each([
  String.raw`https://good.example\@evil.example/`,
  String.raw`https://evil.example\@good.example/`,
  'https://a b.good.example/x',
  'https://good.example:99999/x',
])('what some programs take for another host is not allowed as one of them: %s', (destination) => {
  const allows = policy(['good.example', '**.good.example']);
  expect(judged(destination, [allows])?.title).toMatch(/^Unknown egress/);
});

test.each(['https://good.example/x', 'http://user:word@good.example:8080/', 'HTTPS:/good.example'])(
  'what all take for the same host is allowed as that: %s',
  (destination) => expect(judged(destination, [policy(['good.example'])])).toBeNull(),
);
