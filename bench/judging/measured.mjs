import { startProcess } from '../kit/processes.mjs';

/**
 * What a fresh process uses for each record between the first `warm` and `all`; it is asked for a number and answers `{ done }` when
 * it has done at least so many.
 * @param script its name in bench/judging
 * @param options `args`, `env`, as `startProcess` takes them
 * @returns `cpu` (µs per record), `perSecond`, `memory` (MiB at most)
 */
export async function costOf(script, { warm, all }, options) {
  const process = await startProcess(`bench/judging/${script}`, { core: 'server', ...options });
  try {
    const first = (await process.ask(warm)).done;
    const began = performance.now();
    const before = process.cpu();
    const { done } = await process.ask(all);
    const count = done - first;
    const perSecond = (count * 1_000) / (performance.now() - began);
    return { cpu: (process.cpu() - before) / count, perSecond, memory: process.mostMemory() };
  } finally {
    await process.stop('SIGKILL');
  }
}
