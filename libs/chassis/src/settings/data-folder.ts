import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './settings-error';

/** Makes the data directory where there is none. @throws SettingsError when it cannot be a folder */
export function makeDataFolder(dataDir: string): void {
  use(() => mkdirSync(dataDir, { recursive: true }));
}

/**
 * The path of a file of the data directory. Where there is none it is made, for its owner's eyes alone.
 * @throws SettingsError when it cannot be written to
 */
export function dataFile(dataDir: string, name: string): string {
  makeDataFolder(dataDir);
  const path = join(dataDir, name);
  use(() => closeSync(openSync(path, 'a', 0o600)));
  return path;
}

function use(step: () => unknown): void {
  try {
    step();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([
      `DATA_DIR cannot be used: name a folder that this process may make and write to (${why}).`,
    ]);
  }
}
