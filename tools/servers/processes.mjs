import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { until } from './until.mjs';

/**
 * A process we started: its id, and when it was born, so that a later process with the same id is never taken for it.
 * @typedef {{ pid: number, born: string, signal: NodeJS.Signals }} Ours `signal` asks it to end in order
 */

/**
 * Starts a server in a session of its own; what it says goes to `log`, what the one before said to `log`.1.
 * @returns {Ours & { log: string }}
 */
export function startProcess(command, args, { log, signal = 'SIGTERM', env = {}, ...options }) {
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const out = openSync(log, 'w');
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  child.on('error', () => undefined); // seen as a process that is gone
  child.unref();
  return { pid: child.pid ?? 0, born: birth(child.pid), signal, log };
}

/** A process that somebody else here started. @returns {Ours} */
export const ours = (pid) => ({ pid, born: birth(pid), signal: 'SIGTERM' });

/** Whether the process still runs and is the one we started. */
export function isAlive({ pid, born }) {
  return born !== '' && birth(pid) === born;
}

/** Resolves when the process is gone. @returns whether it went within the limit (milliseconds) */
function gone(ours, limit) {
  return until(() => !isAlive(ours), limit);
}

/** Asks the process to end, and makes it end after the limit (milliseconds). */
export async function end(ours, limit = 20_000) {
  if (!isAlive(ours)) return;
  signal(ours.pid, ours.signal);
  if (!(await gone(ours, limit))) await kill9(ours);
}

/** SIGKILL to the process and to its children, all at once; resolves when they are gone. */
export async function kill9(ours) {
  if (!isAlive(ours)) return;
  const all = [ours, ...childrenOf(ours.pid)];
  for (const { pid } of all) signal(pid, 'SIGKILL');
  for (const each of all) await gone(each, 10_000);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // gone in between
  }
}

function childrenOf(parent) {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && stat(name)?.parent === parent)
    .map((name) => ({ pid: Number(name), born: birth(Number(name)) }));
}

/** When the process was born, in whatever unit the system counts; empty when it is gone or a zombie. */
function birth(pid) {
  if (!pid) return '';
  if (existsSync('/proc/self/stat')) {
    const found = stat(pid);
    return !found || (found.state === 'Z' && threads(pid) <= 1) ? '' : found.born;
  }
  try {
    const shown = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    });
    return shown.startsWith('Z') ? '' : shown.trim().replace(/^\S+\s+/, '');
  } catch {
    return '';
  }
}

/** A killed process is a zombie while the last of its threads still hold its sockets. */
function threads(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

/** Fields of /proc/PID/stat; the name in parentheses may hold anything, so what counts begins after the last one. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], parent: Number(fields[1]), born: fields[19] };
  } catch {
    return undefined;
  }
}
