import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../settings/read-settings';
import type { Settings } from '../settings/settings.config';

/** Settings of a test: the defaults with limits off, and a data directory that nobody makes. */
export function testSettings(over: Partial<Settings> = {}): Settings {
  const dataDir = join(tmpdir(), `parapet-test-${randomBytes(6).toString('hex')}`);
  const key = 'a secret key for tests, 32 characters';
  const env = { DATA_DIR: dataDir, SECRET_KEY: key, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
  return { ...readSettings(env), publicUrl: 'https://parapet.example', ...over };
}

/** Limits on what one caller may ask, as by default; `testSettings` has none. */
export const withLimits = (
  over: Partial<Settings['rateLimit']> = {},
): Pick<Settings, 'rateLimit'> => ({
  rateLimit: { ...testSettings().rateLimit, on: true, ...over },
});
