import { startProcess } from '../kit/processes.mjs';

/**
 * A load generator that does not wait for answers, on the core of load.
 * @returns `run(asked)` resolves with what became of each phase, see `Tally`: `{ url, pid, tokens, connections, patient (whether a
 *   connection that is refused waits for as long as it is told), issues (whether one observation in ten is one), phases: [{ rate,
 *   seconds }] }`; `pid` is whose CPU is told. `stop()`
 */
export async function openFlood() {
  const { ask, stop } = await startProcess('bench/flood/flood-process.mjs', { core: 'load' });
  return { run: ask, stop: () => stop('SIGKILL') };
}
