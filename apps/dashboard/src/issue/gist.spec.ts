import { gist } from './gist';

const process = { executable: '/usr/bin/curl', command: 'curl', args: ['-s'] };

test.each([
  ['evil.example · curl -s', { metadata: { destination: 'evil.example', process } }],
  ['/etc/shadow · cat', { metadata: { path: '/etc/shadow', process: { name: 'cat' } } }],
  ['name.example', { query: 'name.example', metadata: { destination: '192.0.2.53' } }],
  ['some_kind', { metadata: {} }],
])('the gist is %s', (said, event) => {
  expect(gist({ kind: 'some_kind', ...event })).toBe(said);
});
