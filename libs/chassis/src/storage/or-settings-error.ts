import { SettingsError } from '../settings/settings-error';

/**
 * What is opened.
 * @param isRefusal whether an error says in a sentence what somebody must change: its stack says nothing of that
 * @throws SettingsError with that sentence alone; any other error as it is
 */
export async function orSettingsError<T>(
  opening: Promise<T>,
  isRefusal: (error: Error) => boolean,
): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof Error) || !isRefusal(error)) throw error;
    throw new SettingsError([error.message]);
  }
}
