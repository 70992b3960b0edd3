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

test('a given server that is not there is named', () => {
  const given = { KAFKA_BROKERS: '127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1/x' };
  const { status, stderr } = tryServers(given);
  expect(status).toBe(1);
  expect(stderr).toContain('KAFKA_BROKERS is given, but nothing listens at 127.0.0.1:1.');
});
