import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Settings, SettingsError, systemClock, TokenTable, tokenDigest } from '@parapet/chassis';
import { testSettings } from '@parapet/chassis/testing';
import { type Origin, type Token, toAppend } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { AdminTokens } from './admin-tokens';
import type { TokenDescription } from './check-token';
import { createToken } from './create-token';

let dataDir: string;
let log: EventLog;
const tables: TokenTable[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parapet-registry-'));
  log = await openEmbeddedEventLog({ path: ':memory:' });
});
afterEach(async () => {
  for (const table of tables.splice(0)) await table.close();
  await log.close();
  await rm(dataDir, { recursive: true });
});

/** A process over the one log: what it makes, and what it then knows. */
function started(settings: Partial<Settings>): {
  ensure(): Promise<string | null>;
  known(): Promise<Token[]>;
} {
  const table = new TokenTable();
  table.open(log);
  tables.push(table);
  const admin = new AdminTokens(log, table, testSettings({ dataDir, ...settings }), systemClock);
  return {
    ensure: () => admin.ensure(),
    known: async () => {
      await table.caughtUp();
      return [...table.values()];
    },
  };
}
const ONE = 'an admin token of the environment';
const OTHER = 'another one of the environment';

test('the first start makes one admin token, readable by its owner only', async () => {
  const house = started({ adminToken: null });
  const token = await house.ensure();
  expect(token).toMatch(/^pp_u_/);
  const path = join(dataDir, 'admin-token');
  expect(await readFile(path, 'utf8')).toBe(`${token}\n`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await house.known()).toMatchObject([
    { digest: tokenDigest(token ?? ''), permissions: ['admin'], origin: 'bootstrap' },
  ]);
});

test('where something else is called admin-token the start says so, makes no token and leaves none behind', async () => {
  await mkdir(join(dataDir, 'admin-token'));
  const house = started({ adminToken: null });
  const said = /^The admin token cannot be written to .*admin-token: move away what is there/;
  await expect(house.ensure()).rejects.toThrow(SettingsError);
  await expect(house.ensure()).rejects.toThrow(said);
  expect(await house.known()).toEqual([]);
  expect(await readdir(dataDir)).toEqual(['admin-token']);
});

test('what a process left behind that was killed in the middle lends the token no permission to read it', async () => {
  const left = join(dataDir, `admin-token.${process.pid}`);
  await writeFile(left, '');
  await chmod(left, 0o644);
  await started({ adminToken: null }).ensure();
  expect((await stat(join(dataDir, 'admin-token'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['admin-token']);
});

test('a later start makes none', async () => {
  await started({ adminToken: null }).ensure();
  const later = started({ adminToken: null });
  expect(await later.ensure()).toBeNull();
  expect(await later.known()).toHaveLength(1);
});

test('ADMIN_TOKEN is set by every start and made once', async () => {
  for (let starts = 0; starts < 3; starts += 1)
    expect(await started({ adminToken: ONE }).ensure()).toBeNull();
  expect(await started({}).known()).toMatchObject([
    { digest: tokenDigest(ONE), origin: 'environment', revoked_at: null },
  ]);
});

test('rule 12: processes that start together agree on one token of ADMIN_TOKEN', async () => {
  await started({ adminToken: OTHER }).ensure();
  const processes = Array.from({ length: 4 }, () => started({ adminToken: ONE }));
  await Promise.all(processes.map((house) => house.ensure()));
  for (const house of processes) {
    const live = (await house.known()).filter((token) => token.revoked_at === null);
    expect(live).toMatchObject([{ digest: tokenDigest(ONE), version: 1 }]);
    expect(await house.known()).toHaveLength(2);
  }
});

test('an ADMIN_TOKEN that comes back is found by its text, although its first token was revoked', async () => {
  for (const adminToken of [ONE, OTHER, ONE]) await started({ adminToken }).ensure();
  const table = new TokenTable();
  table.open(log);
  tables.push(table);
  await table.caughtUp();
  expect(table.withDigest(tokenDigest(ONE))).toMatchObject({ revoked_at: null });
  expect(table.withDigest(tokenDigest(OTHER))?.revoked_at).toEqual(expect.any(String));
});

test('an ADMIN_TOKEN of the text of a token that a person made may do all, and does not end with that', async () => {
  const made: Origin = { id: 'a', time: '2026-01-01T00:00:00.000Z', actor: 'token_a', cause: null };
  const fresh = { id: 'token_b', digest: tokenDigest(ONE), origin: 'api' } as const;
  const expires_at = '2026-01-02T00:00:00.000Z';
  const less: TokenDescription = { name: 'b', permissions: ['issues:read'], expires_at };
  await log.append('tokens', [toAppend(fresh.id, createToken(fresh, less, made))]);
  await started({ adminToken: ONE }).ensure();
  const table = new TokenTable();
  table.open(log);
  tables.push(table);
  await table.caughtUp();
  expect(table.withDigest(tokenDigest(ONE))).toMatchObject({
    ...{ permissions: ['admin'], expires_at: null, origin: 'environment' },
  });
});
