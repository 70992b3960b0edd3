import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureCode } from './failure-code';

/**
 * Makes a folder this process's own. A claim of a process that was killed is void.
 * @returns gives it back
 * @throws Error with a sentence when another process that is alive has it
 */
export function claim(folder: string): () => void {
  const path = join(folder, 'claimed-by');
  const mine = `${process.pid}\n`;
  if (!written(path, mine)) {
    const holder = Number(readFileSync(path, 'utf8'));
    if (isAlive(holder))
      throw new Error(
        `${folder} is the spool of process ${holder}: give each \`parapet send\` a folder of its own, or remove ${path} if that process is something else.`,
      );
    writeFileSync(path, mine);
  }
  return () => rmSync(path, { force: true });
}

function written(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (failureCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** In a container every process may have the number that the one before had. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return failureCode(error) === 'EPERM';
  }
}
