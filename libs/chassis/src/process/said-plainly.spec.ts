import { SettingsError } from '../settings/settings-error';
import { saidPlainly } from './said-plainly';

test('a port that is taken is told in a sentence that says what to do', () => {
  const listen = { code: 'EADDRINUSE', syscall: 'listen', address: '0.0.0.0', port: 8080 };
  const refused = Object.assign(new Error('listen EADDRINUSE: address already in use'), listen);
  expect(saidPlainly(refused)).toBe(
    '0.0.0.0:8080 is taken by another process: stop that one, or set PORT to another port (0 takes any free one)',
  );
});

test('a bad setting is told without a stack, a bug with it', () => {
  expect(saidPlainly(new SettingsError(['PORT must be a port']))).not.toContain(' at ');
  expect(saidPlainly(new Error('a bug'))).toContain('said-plainly.spec');
  expect(saidPlainly('a text')).toBe('a text');
});
