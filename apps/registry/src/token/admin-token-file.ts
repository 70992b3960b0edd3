import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes `<folder>/admin-token`, readable by its owner only, whole or not at all. */
export async function writeAdminToken(folder: string, token: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'admin-token');
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${token}\n`, { mode: 0o600 });
  await chmod(fresh, 0o600);
  await rename(fresh, path);
}
