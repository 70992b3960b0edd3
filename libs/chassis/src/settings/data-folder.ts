import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingsError } from './settings-error';

/** Makes the data directory where there is none. @throws SettingsError when it cannot be a folder */
export function makeDataFolder(dataDir: string): void {
  use(() => makeFolders(dataDir));
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

/** One by one: Node's own way would try for ever where a file system takes no folders, as /proc. */
function makeFolders(path: string): void {
  if (isFolder(path)) return;
  if (!existsSync(dirname(path))) makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have been faster.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

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
