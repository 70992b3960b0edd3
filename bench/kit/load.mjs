import { startProcess } from './processes.mjs';

const USUAL = { path: '/v1/events_v2', verdict: 'allowed', connections: 128 };

/**
 * A load generator on the core of load.
 * @returns `put(asked)`, one at a time, sends distinct observations (`observations.mjs`), each of a host of its own, on kept
 *   connections: `{ url, tokens (one for each connection in turn; for each observation where there are more of them), requests |
 *   seconds, connections (128), rate (all together, as fast as it goes by default), verdict (allowed: no issue), path }`; resolves
 *   with `{ statuses: { 201: 1000 }, errors, perSecond, p50, p99 }` (ms). `stop()`
 */
export async function openLoad() {
  const { ask, stop } = await startProcess('bench/kit/load-process.mjs', { core: 'load' });
  return { put: (asked) => ask({ ...USUAL, ...asked }), stop: () => stop('SIGKILL') };
}
