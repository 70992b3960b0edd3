import { Unavailable } from '@parapet/contracts';
import { orSettingsError } from './or-settings-error';

/**
 * Opens what is kept in a file of the data directory.
 * @throws SettingsError with the sentence that says why it cannot be: it comes from a thread, whose stack says nothing of it
 */
export const inDataFolder = <T>(opening: Promise<T>): Promise<T> =>
  orSettingsError(opening, (error) => !(error instanceof Unavailable));
