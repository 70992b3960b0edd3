import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepFormat } from './spool-format';

/**
 * Makes a folder this process's own, for lines of one format, by a lock that ends with the process, however that ends. The number of
 * a process would not do: after a restart of the machine it is another's, and in containers all have the same.
 * @returns gives it back; the file of the lock stays, for who removes it may remove what the next one has just locked
 * @throws Error with a sentence when another process has it; Misuse when it keeps lines of another format
 */
export function claim(folder: string, format: string): () => void {
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    // Nothing is ever written in it: a full disk does not matter.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    keepFormat(folder, format);
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new Error(
      `${folder} is the spool of another process: give each \`parapet send\` a folder of its own.`,
      { cause: error },
    );
  }
  return () => lock.close();
}

const BUSY = 5;
const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === BUSY;
