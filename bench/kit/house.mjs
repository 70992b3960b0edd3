import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from './processes.mjs';

const ADMIN_TOKEN = 'admin-token-of-the-benchmark';
const READY = /Parapet is ready at (http:\S+)/;

/** Starts a built process of the house on the core of servers; resolves when it serves. */
const launch = (app, env, nodeArgs) =>
  startProcess(`apps/${app}/dist/main.js`, {
    ...{ core: 'server', ready: READY, nodeArgs },
    env: { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
  });

/** A folder of its own for what is measured. @param like a folder that it begins as a copy of, empty without */
export async function temporaryFolder(like) {
  const path = await mkdtemp(join(tmpdir(), 'parapet-bench-'));
  if (like !== undefined) await cp(like, path, { recursive: true });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * The house in one process as it is by default, over a folder of its own; behind a gateway process if wanted.
 * @param options `folder`: a path to use instead, which is kept; `settings`: variables of the environment besides; `nodeArgs`
 * @returns `url`, `adminToken`, `pids`, `processes`, `stop()`
 */
export async function openHouse({ gateway = false, folder, settings = {}, nodeArgs } = {}) {
  const own = folder === undefined ? await temporaryFolder() : null;
  const env = {
    ...{ DATA_DIR: folder ?? own.path, ADMIN_TOKEN, PUBLIC_URL: 'https://parapet.example.com' },
    ...settings,
  };
  const processes = [await launch('standalone', { ...env, TRUST_PROXY: '127.0.0.1' }, nodeArgs)];
  if (gateway) {
    const { url } = processes[0];
    const services = { INGEST_URL: url, DETECTION_URL: url, REGISTRY_URL: url, NOTIFIER_URL: url };
    processes.unshift(await launch('gateway', services));
  }
  return {
    url: processes[0].url,
    adminToken: ADMIN_TOKEN,
    processes,
    pids: processes.map(({ pid }) => pid),
    stop: async () => {
      for (const { stop } of processes) await stop();
      await own?.remove();
    },
  };
}
