import { createAgents } from '../kit/agents.mjs';
import { openHouse, temporaryFolder } from '../kit/house.mjs';
import { openLoad } from '../kit/load.mjs';
import { startProcess } from '../kit/processes.mjs';
import { alternate } from '../kit/rounds.mjs';

/** As by default, but that nothing which is sent here is too much. */
const SETTINGS = {
  ...{ RATE_LIMIT_AGENT: '100000000/1h', AGENT_SILENT_AFTER: 'off', LOG_LEVEL: 'error' },
  ...{ PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'https://parapet.example.com' },
};
const READY = /Parapet is ready at (http:\S+)/;
const AGENTS = 64;

/** Agents with tokens, in embedded storage. @returns `tokens`, `copy()`: a folder of its own for one process, `remove()` */
export async function prepareAgents(count = AGENTS) {
  const folder = await temporaryFolder();
  const house = await openHouse({ folder: folder.path });
  const tokens = await createAgents(house, count);
  await house.stop();
  return { tokens, copy: () => temporaryFolder(folder.path), remove: folder.remove };
}

/** A process over a copy of what was prepared, which goes with it. */
async function over({ copy }, script, options) {
  const folder = await copy();
  const env = { ...SETTINGS, DATA_DIR: folder.path };
  const started = await startProcess(script, { core: 'server', env, ...options });
  const stop = async () => {
    await started.stop();
    await folder.remove();
  };
  return { ...started, stop };
}

const front = (writer) => (agents) => over(agents, 'bench/ingest/front.mjs', { args: [writer] });
const house = (app) => (agents) => over(agents, `apps/${app}/dist/main.js`, { ready: READY });

/** How each side is started over what was prepared. */
export const SIDES = {
  'bare Fastify': () => startProcess('bench/ingest/bare.mjs', { core: 'server' }),
  'Nest, schema, token and id': ({ tokens }) =>
    startProcess('bench/ingest/nest.mjs', { core: 'server', env: { TOKENS: tokens.join(',') } }),
  'the front, answered in groups': front('grouped'),
  'one append and one insert per request': front('one-by-one'),
  ingest: house('ingest'),
  'whole house': house('standalone'),
};

/**
 * Measures a process under load.
 * @param asked `load`, `tokens`, `connections` (128), `warmUp` and `requests`: how many are sent before and while it is measured
 * @returns `cpu` (µs per observation), `perSecond`, `p50` and `p99` (ms), `memory` (MiB at most)
 * @throws Error when one was not answered with 201
 */
export async function measureProcess(server, { load, tokens, connections, warmUp, requests }) {
  const ask = { url: server.url, tokens, ...(connections && { connections }) };
  await load.put({ ...ask, requests: warmUp });
  const before = server.cpu();
  const { statuses, perSecond, p50, p99 } = await load.put({ ...ask, requests });
  if (statuses[201] !== requests) throw new Error(`not all are 201: ${JSON.stringify(statuses)}`);
  const cpu = (server.cpu() - before) / requests;
  return { cpu, perSecond, p50, p99, memory: server.mostMemory() };
}

/** As `measureProcess`, of a fresh process of a side over what was prepared (`agents`). */
export async function measureSide(name, { agents, ...asked }) {
  const server = await SIDES[name](agents);
  try {
    return await measureProcess(server, { ...asked, tokens: agents.tokens });
  } finally {
    await server.stop();
  }
}

/**
 * Measures sides in turn, each in a fresh process every round.
 * @param sides `{ name: { warmUp, requests } }`
 * @returns what was measured by name, as `alternate` does
 */
export async function measureInTurn(sides, rounds) {
  const agents = await prepareAgents();
  const load = await openLoad();
  try {
    const runs = Object.entries(sides).map(([name, amount]) => ({
      name,
      run: () => measureSide(name, { load, agents, ...amount }),
    }));
    return await alternate(runs, rounds);
  } finally {
    await load.stop();
    await agents.remove();
  }
}
