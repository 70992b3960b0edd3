import { Unavailable } from '@parapet/contracts';
import { SettingsError } from '../settings/settings-error';

/**
 * Opens what is kept in a file of the data directory.
 * @throws SettingsError with the sentence that says why it cannot be: it comes from a thread, whose stack says nothing of it
 */
export async function inDataFolder<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Unavailable) throw error;
    throw new SettingsError([error.message]);
  }
}
