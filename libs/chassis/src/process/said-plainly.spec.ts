import { SettingsError } from '../settings/settings-error';
import { saidPlainly } from './said-plainly';

test('a port that is taken is told in a sentence that says what to do', () => {
  const listen = { code: 'EADDRINUSE', syscall: 'listen', address: '0.0.0.0', port: 8080 };
  const refused = Object.assign(new Error('listen EADDRINUSE: address already in use'), listen);
  expect(saidPlainly(refused)).toBe(
    '0.0.0.0:8080 is taken by another process: stop that one, or set PORT to another port (0 takes any free one)',
  );
});

test.each([
  ['EADDRNOTAVAIL', '192.0.2.1 is no address of this machine: set HOST to one that is'],
  ['EACCES', '192.0.2.1:80 is not for this user: set PORT to 1024 or more'],
])('%s is told in a sentence that names the setting, not with a stack', (code, sentence) => {
  const listen = { code, syscall: 'listen', address: '192.0.2.1', port: 80 };
  const told = saidPlainly(Object.assign(new Error(`listen ${code}`), listen));
  expect(told).toContain(sentence);
  expect(told).not.toContain(' at ');
});

test('a HOST that is no name is told in a sentence, not with the stack of getaddrinfo', () => {
  const lookUp = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nope.invalid' };
  const told = saidPlainly(Object.assign(new Error('getaddrinfo ENOTFOUND nope.invalid'), lookUp));
  expect(told).toBe(
    'nope.invalid is no address of this machine, or nobody could say which: set HOST to one that is, or leave it out for all',
  );
});

test('a bad setting is told without a stack, a bug with it', () => {
  expect(saidPlainly(new SettingsError(['PORT must be a port']))).not.toContain(' at ');
  expect(saidPlainly(new Error('a bug'))).toContain('said-plainly.spec');
  expect(saidPlainly('a text')).toBe('a text');
});
