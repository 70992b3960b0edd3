/**
 * What a process uses for each record between the first `warm` and `all`; it is asked for a number and answers `{ done }` when it
 * has done at least so many.
 * @returns `cpu` (µs per record), `perSecond`, `memory` (MiB at most)
 */
export async function costOf(process, { warm, all }) {
  const first = (await process.ask(warm)).done;
  const began = performance.now();
  const before = process.cpu();
  const { done } = await process.ask(all);
  const count = done - first;
  const perSecond = (count * 1_000) / (performance.now() - began);
  return { cpu: (process.cpu() - before) / count, perSecond, memory: process.mostMemory() };
}
