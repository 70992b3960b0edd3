import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Background,
  Readiness,
  Settings,
  SettingsError,
  systemClock,
  TokenTable,
  tokenDigest,
} from '@parapet/chassis';
import { testHouse, testSettings } from '@parapet/chassis/testing';
import { Unavailable } from '@parapet/contracts';
import { openEmbeddedEventLog } from '@parapet/eventlog';
import { RegistryModule } from '../registry.module';
import { AdminTokens } from './admin-tokens';
import { Bootstrap } from './bootstrap';

const ADMIN_TOKEN = 'an admin token of the environment';

const opened = async (settings: Settings) => {
  const log = await openEmbeddedEventLog({ path: ':memory:' });
  const tokens = new TokenTable();
  tokens.open(log);
  const printed: string[] = [];
  const [background, readiness] = [new Background(), new Readiness()];
  const admin = new AdminTokens(log, tokens, settings, systemClock);
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const print = (line: string): void => {
    printed.push(line);
    resolve();
  };
  new Bootstrap(admin, { print }, background, readiness);
  return { log, tokens, printed, background, readiness, shown };
};

test('a new house is not ready before its admin token is made, and shows it once', async () => {
  const settings = testSettings({ adminToken: null });
  const { log, tokens, printed, background, readiness } = await opened(settings);
  expect(await readiness.missing()).toEqual({ 'admin token': 'the admin token is not set up yet' });
  await background.start();
  expect(await readiness.missing()).toEqual({});
  expect(printed).toEqual([expect.stringMatching(/^Admin token: pp_u_[0-9A-Za-z]{38}$/)]);
  await background.stop();
  await tokens.close();
  await log.close();
  await rm(settings.dataDir, { recursive: true });
});

test('while the log is away the house starts, is not ready, and stops without waiting', async () => {
  const { log, tokens, printed, background, readiness } = await opened(
    testSettings({ adminToken: ADMIN_TOKEN }),
  );
  await log.close();
  await background.start();
  expect(await readiness.missing()).toHaveProperty(['admin token']);
  await background.stop();
  expect(printed).toEqual([]);
  await tokens.close();
});

test('a log that was away at the start is asked again, until the admin token is set up', async () => {
  const settings = testSettings({ adminToken: null });
  const { log, tokens, printed, background, readiness, shown } = await opened(settings);
  const append = log.append.bind(log);
  const missing: unknown[] = [];
  jest
    .spyOn(log, 'append')
    .mockRejectedValueOnce(new Unavailable('the log is away'))
    .mockRejectedValueOnce(new Error('the log is odd'))
    .mockImplementationOnce(async (...records) => {
      missing.push(await readiness.missing());
      return append(...records);
    });
  await background.start();
  await shown;
  const why = 'the admin token cannot be set up: Error: the log is odd';
  expect(missing).toEqual([{ 'admin token': why }]);
  expect(await readiness.missing()).toEqual({});
  const token = await readFile(join(settings.dataDir, 'admin-token'), 'utf8');
  expect(printed).toEqual([`Admin token: ${token.trim()}`]);
  expect(tokens.withDigest(tokenDigest(token.trim()))).toMatchObject({ permissions: ['admin'] });
  await background.stop();
  await tokens.close();
  await log.close();
  await rm(settings.dataDir, { recursive: true });
});

test('what no waiting mends ends the start', async () => {
  const settings = testSettings({ adminToken: null });
  await mkdir(join(settings.dataDir, 'admin-token'), { recursive: true });
  const { log, tokens, background } = await opened(settings);
  await expect(background.start()).rejects.toThrow(SettingsError);
  await background.stop();
  await tokens.close();
  await log.close();
  await rm(settings.dataDir, { recursive: true });
});

test('ADMIN_TOKEN opens the house', async () => {
  const house = await testHouse({
    imports: [RegistryModule],
    settings: { adminToken: ADMIN_TOKEN },
  });
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const answer = await house.inject({ url: '/v1/tokens', headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain(ADMIN_TOKEN);
  await house.settled();
  await house.close();
});
