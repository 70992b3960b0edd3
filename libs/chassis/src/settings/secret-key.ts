import { hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder';
import { SettingsError } from './settings-error';

/** The 32 bytes that seal and sign, from a text of at least 32 characters. Stable: the same text gives the same key. */
export const secretKeyFrom = (text: string): Buffer =>
  Buffer.from(hkdfSync('sha256', text, '', 'parapet secret key v1', 32));

/**
 * A key for one purpose, made of the house's secret key (HKDF): what is sealed or signed for one purpose means nothing for another.
 * @param purpose never used for anything else, with a version: `parapet webhook secrets v1`
 */
export const subkey = (secretKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));

const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

/** The secret kept in the data directory: made at the first start, readable by its owner only. @throws SettingsError */
export function keptSecret(dataDir: string): string {
  makeDataFolder(dataDir);
  const file = join(dataDir, 'secret-key');
  if (!fs.existsSync(file)) make(file);
  const kept = read(file);
  if (kept.length < 32)
    throw new SettingsError([
      `${file} is damaged: put back the secret it held, or set SECRET_KEY.`,
    ]);
  return kept;
}

/** Of a backup it may come back as somebody else's. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([
      `${file} cannot be read: let this process read it, or set SECRET_KEY to what it holds (${why}).`,
    ]);
  }
}

/** Whole and on the disk before it has its name, so that a start that is killed leaves no half of it. */
function make(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const secret = `${randomBytes(32).toString('base64url')}\n`;
  fs.writeFileSync(draft, secret, { mode: 0o600, flag: 'wx', flush: true });
  try {
    // A link is made once: of two processes that start together both read the first one's.
    fs.linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    fs.rmSync(draft);
  }
}
