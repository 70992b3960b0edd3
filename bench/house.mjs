import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/**
 * The house in one process as it is by default, over a folder of its own; behind a gateway process if wanted.
 * @returns `url`, `adminToken`, `memory()` in MiB of each process, `stop()`
 */
export async function openHouse({ gateway = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-bench-'));
  const env = { DATA_DIR: folder, ADMIN_TOKEN, PUBLIC_URL: 'https://parapet.example.com' };
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
      await rm(folder, { recursive: true, force: true });
    },
  };
}
