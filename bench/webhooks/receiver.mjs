import { startProcess } from '../kit/processes.mjs';

/**
 * Starts the process of the receivers. It listens on all of 127.0.0.0/8, so that each webhook can have an origin of its own.
 * @returns `url(nth, path)` with path `ok`, `hang` or `drip`; `reached(count)`, which resolves with the time (ms since 1970) when
 *   so many were answered at `ok`; `told()` with their `webhook-id`s and times in order; `forget()`; `stop()`
 */
export async function openReceiver({ answerAfterMs = 0 } = {}) {
  const { url, ask, stop } = await startProcess('bench/webhooks/receiver-process.mjs', {
    core: 'load',
    args: [String(answerAfterMs)],
  });
  const { port } = new URL(url);
  return {
    url: (nth, path = 'ok') =>
      `http://127.0.${Math.floor(nth / 250)}.${(nth % 250) + 1}:${port}/${path}`,
    reached: async (count) => (await ask(['reach', count])).reached,
    told: () => ask(['tell']),
    forget: () => ask(['forget']),
    stop: () => stop('SIGKILL'),
  };
}
