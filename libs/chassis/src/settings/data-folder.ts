import { mkdirSync } from 'node:fs';
import { SettingsError } from './settings-error';

/** Makes the data directory where there is none. @throws SettingsError when it cannot be a folder */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([
      `DATA_DIR cannot be used: name a folder that this process may make and write to (${why}).`,
    ]);
  }
}
