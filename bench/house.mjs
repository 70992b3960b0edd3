import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithUs } from '../tools/servers/index.mjs';

const ADMIN_TOKEN = 'admin-token-of-the-benchmark';

/** Starts a built process of the house; resolves with its address when it serves. It does not outlive this one. */
async function launch(script, env) {
  const child = spawn(process.execPath, ['--max-semi-space-size=32', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
  });
  const forget = endWithUs(child.pid);
  const gone = once(child, 'close').then(forget);
  let said = '';
  const url = await new Promise((ready, failed) => {
    child.once('close', (code) => failed(new Error(`${script} ended (${code}):\n${said}`)));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /Parapet is ready at (http:\S+)/.exec(said)?.[1];
      if (found) ready(found);
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { url, pid: child.pid, stop };
}

/** A folder of its own for what is measured. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'parapet-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * The house in one process as it is by default, over a folder of its own; behind a gateway process if wanted.
 * @param options `folder`: a path to use instead, which is kept; `settings`: variables of the environment besides
 * @returns `url`, `adminToken`, `pids`, `stop()`
 */
export async function openHouse({ gateway = false, folder, settings = {} } = {}) {
  const own = folder === undefined ? await temporaryFolder() : null;
  const env = {
    ...{ DATA_DIR: folder ?? own.path, ADMIN_TOKEN, PUBLIC_URL: 'https://parapet.example.com' },
    ...settings,
  };
  const processes = [
    await launch('apps/standalone/dist/main.js', { ...env, TRUST_PROXY: '127.0.0.1' }),
  ];
  if (gateway) {
    const { url } = processes[0];
    const services = { INGEST_URL: url, DETECTION_URL: url, REGISTRY_URL: url, NOTIFIER_URL: url };
    processes.unshift(await launch('apps/gateway/dist/main.js', services));
  }
  return {
    url: processes[0].url,
    adminToken: ADMIN_TOKEN,
    pids: processes.map(({ pid }) => pid),
    stop: async () => {
      for (const { stop } of processes) await stop();
      await own?.remove();
    },
  };
}

/** CPU microseconds that a process has used, all its threads together. */
export function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((a, b) => a + b) / 1000;
}

/** MiB of memory that a process had at most. */
export const mostMemoryOf = (pid) =>
  Math.round(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024);

const LOOK_MS = 200;
const AT_REST = 0.05;

/**
 * Waits until some processes do nothing worth mentioning any more.
 * @param pids answers which processes they are now
 * @returns what they used until then: `cpu` (µs), `memory` (MiB)
 */
export async function untilAtRest(pids) {
  const sum = (of) => pids().reduce((all, pid) => all + of(pid), 0);
  for (let before = sum(cpuOf); ;) {
    await new Promise((later) => setTimeout(later, LOOK_MS));
    const cpu = sum(cpuOf);
    if (cpu - before < AT_REST * LOOK_MS * 1000) return { cpu, memory: sum(mostMemoryOf) };
    before = cpu;
  }
}
