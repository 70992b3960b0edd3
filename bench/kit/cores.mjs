import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Numbers of the cores that this process may use: `0-1,4` of /proc is [0, 1, 4]; none where there is no /proc. */
function allowed() {
  try {
    const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    return list.split(',').flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
  } catch {
    return [];
  }
}

function canPin() {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const cores = allowed();
const pinned = cores.length > 1 && canPin();

/** The core of each role: what is measured has one of its own. */
const CORES = { server: cores[0], load: cores.at(-1) };

/**
 * The command that runs another one on the core of a role.
 * @param core `server`, `load`, or undefined for any
 * @returns `[command, args]`; unpinned where the machine has one core or no taskset
 */
export const onCore = (core, command, args) =>
  pinned && core !== undefined
    ? ['taskset', ['-c', String(CORES[core]), command, ...args]]
    : [command, args];

/** How the cores were used, in words. */
export const coresInWords = pinned
  ? `what is measured on core ${CORES.server}, load and stubs on core ${CORES.load}`
  : 'not pinned to cores';
