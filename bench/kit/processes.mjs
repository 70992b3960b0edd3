import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithUs } from '../../tools/servers/index.mjs';
import { onCore } from './cores.mjs';
import { cpuOf, memoryOf, mostMemoryOf } from './usage.mjs';

/** What every process of the house is started with (`npm start`). */
const NODE_ARGS = [
  ...['--max-semi-space-size=16', '--heap-growing-percent=40'],
  '--no-allocation-site-pretenuring',
];
const ENV = { MALLOC_ARENA_MAX: '2' };

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
