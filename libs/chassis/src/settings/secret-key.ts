import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The 32 bytes that seal and sign, from a text of at least 32 characters. Stable: the same text gives the same key. */
export const secretKeyFrom = (text: string): Buffer =>
  Buffer.from(hkdfSync('sha256', text, '', 'parapet secret key v1', 32));

const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

/** The secret kept in the data directory: made at the first start, readable by its owner only. */
export function keptSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secret-key');
  try {
    // `wx`: of two processes that start together one makes it and both read the same.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < 32)
    throw new Error(`${file} is damaged: put back the secret it held, or set SECRET_KEY`);
  return kept;
}
