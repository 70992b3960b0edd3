import { randomUUID } from 'node:crypto';
import { run } from '../command.mjs';
import { guard } from '../guard.mjs';
import { clear, sweep } from '../remains.mjs';
import { until } from '../until.mjs';

/** Where published ports are reached. */
export const host = process.env.TESTCONTAINERS_HOST_OVERRIDE || '127.0.0.1';

/** testcontainers' classes; our own watchdog clears away, so its helper image need not be pulled. */
export function testcontainers() {
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  return import('testcontainers');
}

/**
 * The same handle as for a process, for a container with a fixed published port.
 * @param container a configured GenericContainer
 * @param answers asks the server inside, `true` when it answers
 * @param prepare what is to be done once, when it answers for the first time
 */
export async function openContainer({ container, answers, guarded, prepare, ...facts }) {
  const name = `parapet-${randomUUID()}`;
  const remains = () => ({ processes: [], containers: [name] });
  const watch = guarded ? guard() : { now: () => undefined };
  const docker = (...args) => run('docker', [...args, name]).then(() => undefined);
  const ready = async () => {
    if (await until(answers, 60_000)) return;
    const said = await run('docker', ['logs', '--tail', '20', name]);
    throw new Error(`${facts.version} did not answer:\n${said}`);
  };
  watch.now(remains());
  try {
    await container.withName(name).start();
    await ready();
    await prepare?.();
  } catch (error) {
    await sweep(remains());
    watch.now(undefined);
    throw error;
  }
  return {
    ...facts,
    way: 'container',
    dataDir: undefined,
    remains,
    pids: () => [],
    start: async () => {
      await docker('start');
      await ready();
    },
    kill9: () => docker('kill', '--signal', 'KILL'),
    stop: () => docker('stop'),
    close: async () => {
      await clear(remains());
      watch.now(undefined);
    },
  };
}
