import type { IssueEventView } from '../api/generated/types.gen';
import { type Happened, whatHappened } from './what-happened';

const event = (kind: string, metadata = {}): IssueEventView => ({
  ...{ id: 'event_1', type: kind, kind, metadata, verdict: 'detected', agent_id: 'agent_1' },
  ...{ timestamp: '2026-03-03T10:00:00Z', received_at: '2026-03-03T10:00:01Z' },
});

const CURL = {
  ...{ detection: 'egress', process: '/usr/bin/curl', command: 'curl -s', port: 443 },
  ...{ domain: 'evil.example', ip: '203.0.113.9', protocol: 'tcp' },
};

const sentence = (issue: Partial<Happened>): string =>
  whatHappened({ details: {}, verdict: 'detected', evidence: [], ...issue })
    .map((piece) => ('agent' in piece ? 'AGENT' : Object.values(piece).join('')))
    .join('');

test.each([
  ['2026-03-03T10:00:00.000Z', { time: '2026-03-03T10:00:00.000Z' }],
  ['no time at all', { text: 'no time at all' }],
])('when an agent was last heard is a time, if it is one: %s', (last_seen, piece) => {
  const evidence = [event('agent_silent', { last_seen })];
  const details = { detection: 'agent_silent' };
  expect(whatHappened({ details, evidence, verdict: 'detected' })).toContainEqual(piece);
});

test.each<[string, Partial<Happened>]>([
  [
    '/usr/bin/curl on AGENT connected to evil.example (203.0.113.9), port 443 over tcp.',
    { details: CURL, evidence: [event('network_connection')] },
  ],
  [
    '/usr/bin/curl on AGENT tried to connect to evil.example (203.0.113.9), port 443 over tcp, and was blocked.',
    { details: CURL, verdict: 'blocked' },
  ],
  [
    'A process on AGENT connected to 203.0.113.9.',
    { details: { detection: 'egress', ip: '203.0.113.9' } },
  ],
  [
    '/usr/bin/curl on AGENT looked up the name evil.example.',
    { details: CURL, evidence: [event('dns_query')] },
  ],
  [
    'A process on AGENT tried to run nc -l, and was blocked.',
    { details: { detection: 'process_execution', command: 'nc -l' }, verdict: 'blocked' },
  ],
  [
    'cat on AGENT touched the file /etc/shadow.',
    { details: { detection: 'file_access', process: 'cat', path: '/etc/shadow' } },
  ],
  [
    'AGENT reported reverse_shell by /bin/bash, about evil.example. It was blocked.',
    {
      details: { detection: 'reverse_shell', process: '/bin/bash', domain: 'evil.example' },
      verdict: 'blocked',
    },
  ],
  ['AGENT reported something.', {}],
  [
    'Nothing is heard of AGENT since T1. It had spoken since T0, with 3.5 events a minute.',
    {
      details: { detection: 'agent_silent' },
      evidence: [event('agent_silent', { last_seen: 'T1', heard_since: 'T0', per_minute: 3.5 })],
    },
  ],
  ['Nothing is heard of AGENT any more.', { details: { detection: 'agent_silent' } }],
])('says: %s', (said, issue) => {
  expect(sentence(issue)).toBe(said);
});
