import { whatOf, whoOf } from './what-of';

const process = { pid: 7, executable: '/usr/bin/curl', command: 'curl x' };

test.each([
  ['a connection', { metadata: { destination: 'x.example', port: 443 }, process }, 'x.example:443'],
  ['an address', { metadata: { destination_ip: '203.0.113.9' } }, '203.0.113.9'],
  ['a look-up', { metadata: { query: 'x.example' }, query: 'x.example' }, 'x.example'],
  ['a file', { metadata: { path: '/etc/passwd' }, process }, '/etc/passwd'],
  ['a process', { metadata: {}, process }, 'curl x'],
  ['a rule of a sensor', { metadata: { rule: 'Terminal shell' } }, 'Terminal shell'],
  ['something without words', { metadata: { destination: 7, path: null } }, ''],
])('%s is told in a few words', (_, event, words) => {
  expect(whatOf(event)).toBe(words);
});

test('who did it is not said twice', () => {
  expect(whoOf({ metadata: { path: '/etc/passwd' }, process })).toBe('/usr/bin/curl');
  expect(whoOf({ metadata: {}, process: { command: 'curl x' } })).toBe('');
});
