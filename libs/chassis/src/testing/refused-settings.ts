import { readSettings } from '../settings/read-settings';
import { SettingsError } from '../settings/settings-error';

export const SECRET_KEY = 'a secret of at least 32 characters';

/** The sentences with which settings are refused; none when they are not. */
export function refusedSettings(env: Record<string, string>): readonly string[] {
  try {
    readSettings({ SECRET_KEY, ...env });
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
  return [];
}
