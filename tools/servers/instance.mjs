import { mkdtemp } from 'node:fs/promises';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guard } from './guard.mjs';
import { end, isAlive, kill9 } from './processes.mjs';
import { until } from './until.mjs';
import { clear, sweep } from './remains.mjs';

/** A folder for data: the given one, or a temporary one that is removed with the server. */
export async function dataFolder(given, owner = {}) {
  const path = given ?? (await mkdtemp(join(tmpdir(), 'parapet-servers-')));
  mkdirSync(path, { recursive: true });
  if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid);
  return { path, temporary: given === undefined };
}

/**
 * A server as the tests hold it: it can be ended, killed and started again over the same data on the same port.
 * @param launch starts its processes; gets `started(process)`, to be called with each as soon as it runs, first the one
 *   that is to end last; resolves when the server answers
 * @param guarded whether it ends with this process (else it stays until somebody clears its `remains`)
 */
export async function openInstance({ launch, folder, guarded, ...facts }) {
  let processes = [];
  const watch = guarded ? guard() : { now: () => undefined };
  const remains = () => ({
    processes,
    containers: [],
    ...(folder.temporary && { folder: folder.path }),
  });
  const started = (ours) => {
    processes = [ours, ...processes];
    watch.now(remains());
  };
  const start = async () => {
    if (processes.length > 0 && processes.every(isAlive)) return;
    for (const each of processes) await end(each);
    processes = [];
    await launch(started);
  };
  watch.now(remains());
  await start().catch(async (error) => {
    await sweep(remains());
    watch.now(undefined);
    throw error;
  });
  return {
    ...facts,
    dataDir: folder.path,
    remains,
    start,
    pids: () => processes.filter(isAlive).map(({ pid }) => pid),
    kill9: async () => void (await Promise.all(processes.map(kill9))),
    stop: async () => {
      for (const each of processes) await end(each);
    },
    close: async () => {
      await clear(remains());
      watch.now(undefined);
    },
  };
}

/** Waits until the server answers. @throws with the end of its log when it dies or does not within the limit (ms) */
export async function answering(name, ours, question, limit = 120_000) {
  let alive = true;
  const answered = await until(async () => {
    alive = isAlive(ours);
    return !alive || (await question());
  }, limit);
  if (alive && answered) return;
  const log = readFileSync(ours.log, 'utf8').trimEnd().split('\n').slice(-20).join('\n');
  throw new Error(`${name} ${alive ? `did not answer in ${limit} ms` : 'ended'}:\n${log}`);
}
