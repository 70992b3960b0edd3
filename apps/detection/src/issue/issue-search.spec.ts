import { issueNumber } from '../testing/many-issues';
import { says, searchOf } from './issue-search';

const ISSUE = {
  ...issueNumber(7),
  title: 'Unknown egress to api.Straße.example',
  details: {
    ...{ domain: 'api.Straße.example', ip: '203.0.113.9', port: 8443, protocol: 'tcp' },
    ...{ process: '/usr/bin/curl', command: 'curl -sS 100%_done', path: '/etc/Shadow' },
    ...{ detection: 'crypto_miner', technique: 'T1496' },
  },
  micro_context: { platform: 'kubernetes', cluster: 'Production', node: 'node-7' },
} as const;

test.each([
  ...['unknown egress', 'STRAßE', '203.0.113', 'TCP', 'bin/CURL', '100%_', 'shadow'],
  ...['miner', 't1496', 'production', 'NODE-7'],
])('%s is looked for in the texts of an issue, whatever the case of its letters', (text) =>
  expect(says(ISSUE, searchOf({ search: text }) ?? '')).toBe(true),
);

test.each(['strasse', '8443', 'kubernetes', 'issue_7', 'egress.to', '100*', 'no policy'])(
  '%s is no text that a list shows of it',
  (text) => expect(says(ISSUE, text)).toBe(false),
);

test('spaces around what is searched for do not count', () => {
  expect(searchOf({ search: ' Curl -sS\t' })).toBe('curl -ss');
  expect(searchOf({})).toBeUndefined();
});

test.each([
  ['', 'search must have 1 to 128 characters'],
  ['x'.repeat(129), 'search must have 1 to 128 characters'],
  [' \t ', 'search must have more than spaces'],
  [['a', 'b'], 'search must be given once'],
])('a search for %j is refused with a sentence', (search, sentence) =>
  expect(() => searchOf({ search })).toThrow(sentence),
);
