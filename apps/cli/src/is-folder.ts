import { statSync } from 'node:fs';

/** Whether there is a folder at this path, or one that a link there leads to. */
export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
