import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFolder } from '../is-folder';

/**
 * Makes a folder, and those that it lies in, for their owner alone. One by one: Node's own way would try for ever where a file system
 * takes no folders, as /proc.
 * @throws what the system says of the first that cannot be made
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have been faster.
    if (!isFolder(path)) throw error;
  }
}
