import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onCore } from './cores.mjs';

/**
 * Starts a script of Node that talks by messages, on the core of a role (`server` or `load`).
 * @param script its URL
 * @returns the child process
 */
export function forkOn(core, script, args = [], nodeArgs = []) {
  const all = [...nodeArgs, fileURLToPath(script), ...args];
  const [command, given] = onCore(core, process.execPath, all);
  return spawn(command, given, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}
