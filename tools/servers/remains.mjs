import { rm } from 'node:fs/promises';
import { run } from './command.mjs';
import { end, kill9 } from './processes.mjs';

/**
 * What a started server leaves on the machine: processes (in the order in which they end), containers, and the folder
 * that is removed with them. Plain data, so that another process can clear it away.
 * @typedef {{ processes: import('./processes.mjs').Ours[], containers: string[], folder?: string }} Remains
 */

/** Ends everything in order and removes the folder. */
export async function clear({ processes, containers, folder }) {
  for (const each of processes) await end(each);
  await removeRest(containers, folder);
}

/** The same at once, with SIGKILL. */
export async function sweep({ processes, containers, folder }) {
  for (const each of processes) await kill9(each);
  await removeRest(containers, folder);
}

async function removeRest(containers, folder) {
  for (const id of containers) await run('docker', ['rm', '-f', '-v', id]).catch(() => undefined);
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
