import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SERVERS = join(__dirname, '../../../tools/servers.mjs');

/** Opens the servers with nothing in the environment but what is given. */
const tryServers = (env: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [SERVERS, 'try'], { env: { PATH: '', ...env }, encoding: 'utf8' });

test('where there is neither Docker nor anything to install with, one sentence says what to do', () => {
  const { status, stderr } = tryServers({});
  expect(status).toBe(1);
  expect(stderr).toMatch(/need java: .*start Docker, or set KAFKA_BROKERS and MONGODB_URL/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('where there is no Python and nothing to install it with, one sentence says what the fuzz tests need', () => {
  const python = join(__dirname, '../../../tools/python/find.mjs');
  const ask = `import { findPython } from ${JSON.stringify(python)};
    await findPython('The fuzz tests', ['no-such-python']).catch(({ message }) => console.error(message));`;
  const words = ['--input-type=module', '--eval', ask];
  const { stderr } = spawnSync(process.execPath, words, { env: { PATH: '' }, encoding: 'utf8' });
  expect(stderr).toBe(
    'The fuzz tests need Python 3.11: install python3-venv, or run them where apt can (as root).\n',
  );
});

test('a given server that is not there is named', () => {
  const given = { KAFKA_BROKERS: '127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1/x' };
  const { status, stderr } = tryServers(given);
  expect(status).toBe(1);
  expect(stderr).toContain('KAFKA_BROKERS is given, but nothing listens at 127.0.0.1:1.');
});
