import { openFlood } from '../flood/flood.mjs';
import { createAgents } from '../kit/agents.mjs';
import { openHouse } from '../kit/house.mjs';
import { openLoad } from '../kit/load.mjs';
import { median, sideOf } from '../kit/rounds.mjs';

export const about = { seconds: 160, rounds: 3, servers: false };

const SETTINGS = { RATE_LIMIT_AGENT: '900000000/1h' };
/** Enough that a house which let everybody wait would have seconds of work waiting. */
const CONNECTIONS = 5_000;
const AGENTS = 500;
/** Clients that heed `Retry-After`, and many more that do not. */
const OVERLOADS = [
  { times: 2, patient: true },
  { times: 10, patient: false },
];
/** How long each part of a round lasts. */
const SECONDS = { warm: 3, peak: 3, calm: 2, overload: 8 };
/** How far the p99 may be from what it was before until the house counts as recovered. */
const AS_BEFORE = 2;

/** When, after the end of the overload, the last quarter of a second ended whose p99 was not as before (ms). */
const recovery = (before, after) =>
  after.parts.findLast(({ p99 }) => p99 > AS_BEFORE * Math.max(before.acceptedP99, 10))?.endsAt ??
  0;

/** As fast as some connections go that each wait for their answer: more make it no faster. */
const PEAK_CONNECTIONS = 512;

async function atPeak(house, load, asked) {
  const [{ cpu }] = house.processes;
  const before = cpu();
  const { statuses, perSecond, p50, p99 } = await load.put({
    ...{ url: house.url, connections: PEAK_CONNECTIONS },
    ...asked,
  });
  return { cpu: (cpu() - before) / statuses[201], perSecond, p50, p99 };
}

async function round({ times, patient }) {
  const house = await openHouse({ settings: SETTINGS });
  const [flood, load] = [await openFlood(), await openLoad()];
  try {
    const tokens = await createAgents(house, AGENTS);
    await atPeak(house, load, { tokens, seconds: SECONDS.warm });
    const peak = await atPeak(house, load, { tokens, seconds: SECONDS.peak });
    // What a core of its own would do: what others use of it is none of the house's doing.
    const capacity = 1e6 / peak.cpu;
    const calm = { rate: Math.floor(capacity / 4), seconds: SECONDS.calm };
    const tooMuch = { rate: Math.floor(capacity * times), seconds: SECONDS.overload };
    const phases = [calm, tooMuch, calm];
    const { url, pids } = house;
    const asked = { url, pid: pids[0], tokens, patient, issues: false, phases };
    const [before, during, after] = await flood.run({ ...asked, connections: CONNECTIONS });
    const again = await atPeak(house, load, { tokens, seconds: SECONDS.peak });
    const [{ mostMemory }] = house.processes;
    return {
      peak: { ...peak, cpu: (peak.cpu + again.cpu) / 2 },
      accepted: {
        ...{ cpu: during.cpu / during.written, perSecond: during.goodput },
        ...{ p50: during.acceptedP50, p99: during.acceptedP99, memory: mostMemory() },
      },
      refused: { count: during.refused, p50: during.refusedP50, p99: during.refusedP99 },
      lost: { other: during.other, unsent: during.unsent, due: during.due },
      recovered: recovery(before, after),
    };
  } finally {
    await Promise.all([flood.stop(), load.stop()]);
    await house.stop();
  }
}

function figureOf({ times, patient }, measured) {
  // Of the CPU, not of the clock: what else the machine does takes from the peak and from the overload at different times.
  const shares = measured.map(({ peak, accepted }) => peak.cpu / accepted.cpu);
  const recovered = median(measured.map((one) => one.recovered));
  const side = (name, of) => sideOf(name, measured.map(of));
  const { count, ...refused } = side('refused', (one) => one.refused);
  return {
    ...{
      row: '11',
      name: `goodput at ${times}× the peak, clients ${patient ? 'wait as they are told' : 'come back at once'}, embedded`,
      unit: 'ratio',
    },
    ...{ value: median(shares), low: Math.min(...shares), high: Math.max(...shares) },
    ...{ floor: 0.8, aim: 0.9, better: 'higher' },
    sides: [
      side('peak', (one) => one.peak),
      side(`accepted; as before ${recovered} ms after it`, (one) => one.accepted),
      { ...refused, name: `${count} refused with Retry-After` },
    ],
  };
}

/** Row 11: more is sent than can be written; what is accepted stays near the peak, the rest hears so at once. */
export async function measure({ rounds }) {
  const figures = [];
  for (const overload of OVERLOADS) {
    const measured = [];
    while (measured.length < rounds) {
      measured.push(await round(overload));
      console.error(`  ${overload.times}×: ${JSON.stringify(measured.at(-1))}`);
    }
    if (measured.some(({ lost }) => lost.other > 0))
      throw new Error('some were neither accepted nor refused with Retry-After');
    figures.push(figureOf(overload, measured));
  }
  return figures;
}
