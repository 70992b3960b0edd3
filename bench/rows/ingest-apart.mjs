import { measureProcess, SIDES } from '../ingest/sides.mjs';
import { createAgents } from '../kit/agents.mjs';
import { openApart } from '../kit/apart.mjs';
import { openLoad } from '../kit/load.mjs';
import { alternate, paired, sideOf } from '../kit/rounds.mjs';

export const about = { seconds: 60, servers: true };

const [BARE, INGEST] = ['bare Fastify', 'ingest on Kafka and MongoDB'];
const AMOUNT = { warmUp: 6_000, requests: 10_000 };

/**
 * What an observation costs the ingest process when Kafka and a database keep it: row 2k. The house stays open from round to round:
 * its warm-up counts every time.
 */
export async function measure({ rounds, servers }) {
  const settings = { RATE_LIMIT_AGENT: '100000000/1h', AGENT_SILENT_AFTER: 'off' };
  const house = await openApart(servers, { settings });
  const load = await openLoad();
  try {
    const given = { load, tokens: await createAgents(house, 64), ...AMOUNT };
    const measured = await alternate(
      [
        { name: BARE, run: () => measureBare(given) },
        { name: INGEST, run: () => measureProcess(house.services.ingest[0], given) },
      ],
      rounds,
    );
    const sides = [BARE, INGEST].map((name) => sideOf(name, measured[name]));
    const figure = { row: '2k', name: 'full ingest, Kafka and MongoDB', unit: 'ratio' };
    const ratio = paired(measured[BARE], measured[INGEST]);
    return [{ ...figure, ...ratio, floor: 0.36, aim: 0.48, better: 'higher', sides }];
  } finally {
    await load.stop();
    await house.stop();
  }
}

async function measureBare(given) {
  const server = await SIDES[BARE]();
  try {
    return await measureProcess(server, given);
  } finally {
    await server.stop();
  }
}
