import { parseArgs } from 'node:util';
import { openHouse, temporaryFolder } from '../kit/house.mjs';
import { startProcess } from '../kit/processes.mjs';
import { median } from '../kit/rounds.mjs';
import { cpuOf, untilAtRest } from '../kit/usage.mjs';
import { fillPending, REACHING, succeededIn } from './pending.mjs';

/** Attempts of one webhook at once, and in all: the house's own limits. */
export const AT_ONCE = 8;
const AT_ONCE_IN_ALL = 512;
/** A part of the deliveries that is sent before anything is measured. */
const WARM = 0.1;

/** What a command line asks for: `webhooks`, `deliveries` and `rounds`, as numbers. */
export function askedOf(args, rounds) {
  const option = (usual) => ({ type: 'string', default: String(usual) });
  const options = {
    ...{ webhooks: option(20), deliveries: option(20_000) },
    rounds: option(rounds),
  };
  const { values } = parseArgs({ args, options });
  return {
    webhooks: Number(values.webhooks),
    deliveries: Number(values.deliveries),
    rounds: Number(values.rounds),
  };
}

/** Work for every side: as many deliveries to each of some webhooks, `warm` of them before anything is measured. */
export function workOf(receiver, { webhooks, deliveries }) {
  const urls = Array.from({ length: webhooks }, (_, nth) => receiver.url(nth));
  const each = Math.ceil(deliveries / webhooks);
  const all = webhooks * each;
  return { urls, each, all, warm: Math.ceil(all * WARM) };
}

/**
 * Watches processes that send, from the first deliveries on until they have come to rest.
 * @returns `cpu` (µs per delivery, all processes together), `perSecond`, `memory` (MiB at most, likewise)
 */
export async function watched(receiver, { all, warm }, pids) {
  const used = () => pids().reduce((sum, pid) => sum + cpuOf(pid), 0);
  const from = await receiver.reached(warm);
  const before = used();
  const to = await receiver.reached(all);
  const { cpu, memory } = await untilAtRest(pids);
  const count = all - warm;
  return { cpu: (cpu - before) / count, perSecond: (count * 1000) / (to - from), memory };
}

/** The house, storage on disk. @throws Error when not every result was recorded */
export async function throughHouse(receiver, work) {
  const folder = await temporaryFolder();
  try {
    await fillPending(
      folder.path,
      work.urls.map((url) => ({ url, count: work.each })),
    );
    await receiver.forget();
    const house = await openHouse({ folder: folder.path, settings: REACHING });
    const measured = await watched(receiver, work, () => house.pids);
    await house.stop();
    const recorded = await succeededIn(folder.path);
    if (recorded !== work.all) throw new Error(`${recorded} of ${work.all} were recorded`);
    return measured;
  } finally {
    await folder.remove();
  }
}

/** The loop that keeps nothing. */
export async function throughLoop(work) {
  const atOnce = Math.ceil(Math.min(AT_ONCE, AT_ONCE_IN_ALL / work.urls.length));
  const { ask, stop } = await startProcess('bench/webhooks/loop.mjs', { core: 'server' });
  const measured = await ask({ ...work, atOnce });
  await stop();
  return measured;
}

/** A measured side, in words. */
export const told = ({ cpu, perSecond, memory }) =>
  `${cpu.toFixed(0).padStart(5)} µs CPU ${perSecond.toFixed(0).padStart(6)}/s` +
  (memory === undefined ? '' : ` ${String(memory).padStart(4)} MiB`);
