import { untilAtRest } from '../../kit/usage.mjs';
import { opened } from './opened.mjs';

const WARM = 2_000;
/** Without a webhook for so long nothing is expected to arrive any more. */
const QUIET_MS = 15_000;

const quantile = (sorted, q) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)];

/** Some that are not measured; resolves with what was used until nothing was left to do. */
async function warm({ tell, receiver, running }) {
  await tell({ from: 0, count: WARM });
  await receiver.ask(['reach', WARM, QUIET_MS]);
  return untilAtRest(() => [running.process.pid]);
}

/** Events as fast as they are taken, each of a thing of its own, until the last webhook has arrived. */
async function hurried(open, name, events) {
  const before = await warm(open);
  const { began, took, acknowledged } = await open.tell({ from: WARM, count: events });
  const { last, things } = await open.receiver.ask(['reach', WARM + events, QUIET_MS]);
  const missing = WARM + events - things;
  if (acknowledged.length < events || missing > 0)
    throw new Error(`${name}: ${acknowledged.length} were taken, ${missing} did not arrive`);
  const { cpu, memory } = await untilAtRest(() => [open.running.process.pid]);
  const perSecond = (events * 1000) / (last - began);
  const acceptedPerSecond = (events * 1000) / took;
  return { cpu: (cpu - before.cpu) / events, perSecond, acceptedPerSecond, memory };
}

/** Events at a steady rate, each of a thing that was not told yet. */
async function paced({ tell, receiver }, from, { events, rate }) {
  const { acknowledged } = await tell({ from, count: events, rate });
  await receiver.ask(['reach', from + events, QUIET_MS]);
  const arrivals = new Map((await receiver.ask(['tell'])).arrivals);
  const took = acknowledged.map(([n, at]) => (arrivals.get(n) ?? Infinity) - at);
  took.sort((a, b) => a - b);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

/**
 * What events cost a fresh process of a side.
 * @param asked `events`: how many come as fast as they are taken; `steady`: `{ events, rate }` of those that come after them
 * @returns of the former `cpu` (µs of the whole process for each), `perSecond` (from the first event to the last webhook),
 *   `acceptedPerSecond` (to the last acknowledgement), `memory` (MiB at most); of the latter `p50` and `p99` in ms, from the moment
 *   when each was due to the arrival of its webhook
 */
export const costOf = (side, { events, steady }) =>
  opened(side, async (open) => {
    const costs = await hurried(open, side.name, events);
    return { ...costs, ...(await paced(open, WARM + events, steady)) };
  });
