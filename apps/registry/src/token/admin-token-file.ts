import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder, SettingsError } from '@parapet/chassis';

/**
 * Writes `<folder>/admin-token`, readable by its owner only, whole or not at all.
 * @throws SettingsError when it cannot be written: the folder takes no file, or something else has that name
 */
export async function writeAdminToken(folder: string, token: string): Promise<void> {
  makeDataFolder(folder);
  const path = join(folder, 'admin-token');
  const fresh = `${path}.${process.pid}`;
  try {
    await writeFile(fresh, `${token}\n`, { mode: 0o600 });
    await chmod(fresh, 0o600);
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([
      `The admin token cannot be written to ${path}: move away what is there, or name another folder in DATA_DIR (${why}).`,
    ]);
  }
}
