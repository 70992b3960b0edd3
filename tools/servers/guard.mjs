import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ours } from './processes.mjs';

/** One watchdog a process, started with the first server. */
let watchdog;
let count = 0;

/**
 * Lets a watchdog clear the server away should this process end without doing so, even by SIGKILL.
 * @returns `now(remains)` tells what there is at the moment, `now(undefined)` that nothing is left
 */
export function guard() {
  watchdog ??= startWatchdog();
  const id = (count += 1);
  return { now: (remains) => void watchdog.write(`${JSON.stringify({ id, remains })}\n`) };
}

/** Lets the watchdog end a process that another started. See index.d.mts. */
export function endWithUs(pid) {
  const watch = guard();
  watch.now({ processes: [ours(pid)], containers: [] });
  return () => watch.now(undefined);
}

function startWatchdog() {
  const script = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));
  // What preloads into us (coverage, a debugger) must not preload into it.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const stdio = ['pipe', 'ignore', 'ignore'];
  const child = spawn(process.execPath, [script], { detached: true, stdio, env, cwd: '/' });
  child.unref();
  child.stdin.unref();
  child.stdin.on('error', () => undefined);
  return child.stdin;
}
