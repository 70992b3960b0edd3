import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { endWithUs } from '../../tools/servers/index.mjs';
import { onCore } from '../kit/cores.mjs';

const PATIENCE_MS = 15_000;
const LOOK_MS = 50;

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });

/**
 * Runs a program of others until it listens at its port. It does not outlive this process.
 * @param options `port`; `core`: see the kit; and those of `spawn`
 * @returns `port`, `url`, `pid`, `stop(signal)`
 * @throws Error when it cannot be run, ends before it listens, or does not listen in time
 */
export async function runProgram(program, args, { port, core, ...options }) {
  const child = spawn(...onCore(core, program, args), { stdio: 'ignore', ...options });
  const failed = new Promise((_, reject) => child.once('error', reject));
  const forget = endWithUs(child.pid);
  const gone = once(child, 'close').then(forget, () => undefined);
  const until = Date.now() + PATIENCE_MS;
  while (!(await Promise.race([answers(port), failed]))) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`${program} does not listen at its port`);
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
  const stop = async (signal = 'SIGINT') => {
    child.kill(signal);
    await gone;
  };
  return { port, url: `http://127.0.0.1:${port}`, pid: child.pid, stop };
}
