import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { endWithUs } from '../../tools/servers/index.mjs';
import { onCore } from './cores.mjs';
import { cpuOf, memoryOf, mostMemoryOf } from './usage.mjs';

/** What `npm start` gives to the process of the house, and every process here gets: `NAME=value` and options of Node. */
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url)));
const [, variables, options] = /exec env (.*) node (.*) apps\//.exec(scripts.start);
const ENV = Object.fromEntries(variables.split(' ').map((variable) => variable.split('=')));
const NODE_ARGS = options.split(' ');

/**
 * Starts a script of Node in a process of its own, which does not outlive this one.
 * @param script path from the root of the repository
 * @param options `env`: its whole environment besides PATH; `args`; `nodeArgs`; `core`: `server` or `load`; `ready`: what it says
 *   on its output when it serves, with its address as the first group. Without it the script says `process.send({ url })`, and
 *   `ask` talks with it.
 * @returns `url`, `pid`, `ask(message)` (resolves with its next message), `stop()`, `cpu()` (µs), `memory()` and `mostMemory()` (MiB)
 * @throws Error with what it said when it ends before; `ask` throws when it ends instead of answering
 */
export async function startProcess(
  script,
  { env = {}, args = [], nodeArgs = NODE_ARGS, core, ready } = {},
) {
  const [command, all] = onCore(core, process.execPath, [...nodeArgs, script, ...args]);
  const child = spawn(command, all, {
    stdio: ['ignore', 'pipe', 'inherit', ...(ready ? [] : ['ipc'])],
    env: { PATH: process.env.PATH, ...ENV, ...env },
  });
  const forget = endWithUs(child.pid);
  const gone = once(child, 'close').then(forget);
  const broken = gone.then(() =>
    Promise.reject(new Error(`${script} ended, and had not answered`)),
  );
  broken.catch(() => undefined);
  const url = await firstWord(child, script, ready);
  return {
    url,
    pid: child.pid,
    ask: async (message) => {
      child.send(message);
      const [answer] = await Promise.race([once(child, 'message'), broken]);
      return answer;
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await gone;
    },
    cpu: () => cpuOf(child.pid),
    memory: () => memoryOf(child.pid),
    mostMemory: () => mostMemoryOf(child.pid),
  };
}

function firstWord(child, script, ready) {
  let said = '';
  return new Promise((resolve, failed) => {
    child.once('close', (code) => failed(new Error(`${script} ended (${code}):\n${said}`)));
    child.stdout.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000);
      const found = ready?.exec(said);
      if (found) resolve(found[1]);
    });
    if (!ready) child.once('message', ({ url }) => resolve(url));
  });
}
