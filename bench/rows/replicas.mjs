import { createAgents } from '../kit/agents.mjs';
import { openApart } from '../kit/apart.mjs';
import { startProcess } from '../kit/processes.mjs';

export const about = { seconds: 50, servers: true };

const OBSERVATIONS = 10_000;
const COPIES = 4;

/**
 * How many of 10,000 observations are answered 201, each sent in four copies at once to three ingest processes: row 8. A tenth of
 * what `npm run check:long` sends, where servers share two cores with it.
 * @throws Error when the other copies were not all answered 202
 */
export async function measure({ servers }) {
  const settings = { RATE_LIMIT_AGENT: '100000000/1h', AGENT_SILENT_AFTER: 'off' };
  const house = await openApart(servers, { settings, replicas: { ingest: 3 } });
  const sender = await startProcess('bench/ingest/copies.mjs', { core: 'load' });
  try {
    const tokens = await createAgents(house, 16);
    const urls = house.services.ingest.map(({ url }) => url);
    const began = performance.now();
    const statuses = await sender.ask({
      ...{ urls, tokens, observations: OBSERVATIONS, copies: COPIES },
    });
    const perSecond = (OBSERVATIONS * COPIES * 1000) / (performance.now() - began);
    if (statuses[201] + statuses[202] !== OBSERVATIONS * COPIES)
      throw new Error(`not all were taken: ${JSON.stringify(statuses)}`);
    const figure = {
      ...{ row: '8', name: `observations in ${COPIES} copies each, 3 processes` },
      ...{ unit: '× 201', value: statuses[201], better: 'higher' },
    };
    const bounds = { floor: OBSERVATIONS, aim: OBSERVATIONS };
    return [{ ...figure, ...bounds, sides: [{ name: 'three ingest processes', perSecond }] }];
  } finally {
    await sender.stop('SIGKILL');
    await house.stop();
  }
}
