import { join } from 'node:path';
import eventlog from '../../libs/eventlog/dist/index.js';
import contracts from '../../libs/contracts/dist/index.js';
import facts from '../../libs/chassis/dist/testing/facts.js';
import { openHouse, temporaryFolder } from '../kit/house.mjs';
import { openLoad } from '../kit/load.mjs';
import { median } from '../kit/rounds.mjs';

export const about = { seconds: 110, servers: false };

const AGENTS = [10, 1_000, 100_000];
const CONNECTIONS = 128;
const [WARM, REQUESTS, TIMES, AT_ONCE] = [8_000, 10_000, 3, 1_000];

/** Appends agents to the log of a house that does not run. @returns their tokens */
async function appendAgents(folder, count) {
  const path = join(folder, 'log.sqlite');
  const log = await eventlog.openEmbeddedEventLog({ path, expires: false });
  const agents = Array.from({ length: count }, (_, n) =>
    facts.newAgent({ name: `host-${n}` }, Date.now()),
  );
  for (let i = 0; i < count; i += AT_ONCE) {
    const some = agents.slice(i, i + AT_ONCE);
    await log.append(
      'agents',
      some.map(({ id, fact }) => contracts.toAppend(id, fact)),
    );
  }
  await log.close();
  return agents.map(({ token }) => token);
}

async function costWith(agents, load) {
  const folder = await temporaryFolder();
  const tokens = await appendAgents(folder.path, agents);
  const house = await openHouse({ folder: folder.path, settings: { RATE_LIMIT: 'off' } });
  const [process] = house.processes;
  try {
    const asked = { url: house.url, tokens, connections: CONNECTIONS };
    await load.put({ ...asked, requests: WARM });
    const costs = [];
    for (let i = 0; i < TIMES; i += 1) {
      const before = process.cpu();
      const { statuses } = await load.put({ ...asked, requests: REQUESTS });
      if (statuses[201] !== REQUESTS) throw new Error(`answered ${JSON.stringify(statuses)}`);
      costs.push((process.cpu() - before) / REQUESTS);
    }
    return { cost: median(costs), memory: process.memory() };
  } finally {
    await house.stop();
    await folder.remove();
  }
}

/** What an observation costs the whole house, in one process, with ten agents and with a hundred thousand that take turns. */
export async function draw() {
  const load = await openLoad();
  const points = [];
  const memory = [];
  try {
    for (const agents of AGENTS) {
      const measured = await costWith(agents, load);
      points.push([agents, measured.cost]);
      memory.push([agents, measured.memory]);
    }
  } finally {
    await load.stop();
  }
  return [
    {
      ...{ name: 'agents', title: 'An observation, by how many agents send' },
      ...{ x: 'agents', y: 'µs CPU per observation', log: true },
      series: [{ name: `whole house, ${CONNECTIONS} connections`, points }],
      model:
        'y = a + b × (observations that are the first of their agent in a minute, as a share): an agent is found in a map by the digest of its token, and that it was seen is recorded once a minute',
      bend: 'It bends between 1,000 and 100,000: from about as many agents as observations a minute on each observation is such a first one, and it grows no further.',
    },
    {
      ...{ name: 'agents-memory', title: 'Memory of the house, by how many agents it knows' },
      ...{ x: 'agents', y: 'MiB', log: true },
      series: [{ name: 'whole house', points: memory }],
      ...{ model: 'y = base + 1.5 kB × agents', bend: 'Straight: every process keeps all agents.' },
    },
  ];
}
