import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSecret, secretKeyFrom, subkey } from './secret-key';
import { SettingsError } from './settings-error';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
});

test('the secret is made once, and only its owner may read it', () => {
  const made = keptSecret(dataDir);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(keptSecret(dataDir)).toBe(made);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('rule 22: a start that is killed while it makes the secret leaves no half of one', () => {
  const write = fs.writeFileSync.bind(fs);
  jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((file, text, options) => {
    write(file, String(text).slice(0, 5), options);
    throw new Error('killed');
  });
  expect(() => keptSecret(dataDir)).toThrow('killed');
  expect(keptSecret(dataDir).length).toBeGreaterThanOrEqual(32);
});

test('of two processes that start together both have the secret of the first', () => {
  const link = fs.linkSync.bind(fs);
  let first = '';
  jest.spyOn(fs, 'linkSync').mockImplementationOnce((from, to) => {
    first = keptSecret(dataDir);
    link(from, to);
  });
  expect(keptSecret(dataDir)).toBe(first);
});

test('a secret that is cut short or cannot be read is told in a sentence, without a stack', () => {
  const file = join(dataDir, 'secret-key');
  writeFileSync(file, 'short\n');
  const damaged = `${file} is damaged: put back the secret it held, or set SECRET_KEY.`;
  expect(() => keptSecret(dataDir)).toThrow(new SettingsError([damaged]));
  expect(() => keptSecret(dataDir)).toThrow(SettingsError);
  rmSync(file);
  mkdirSync(file);
  expect(() => keptSecret(dataDir)).toThrow(SettingsError);
  expect(() => keptSecret(dataDir)).toThrow(`${file} cannot be read: let this process read it, or`);
});

test('each purpose has a key of its own, and always the same', () => {
  const key = secretKeyFrom('a text of more than thirty-two characters');
  expect(subkey(key, 'one v1')).toHaveLength(32);
  expect(subkey(key, 'one v1')).toEqual(subkey(key, 'one v1'));
  expect(subkey(key, 'two v1')).not.toEqual(subkey(key, 'one v1'));
  expect(subkey(key, 'one v1')).not.toEqual(key);
});
