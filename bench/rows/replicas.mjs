import { createAgents } from '../kit/agents.mjs';
import { openApart } from '../kit/apart.mjs';
import { startProcess } from '../kit/processes.mjs';

export const about = { seconds: 240, servers: true };

const OBSERVATIONS = 25_000;
const COPIES = 4;

/**
 * How many of 25,000 observations are answered 201, each sent in four copies at once to three ingest processes: row 8. A quarter of
 * what `npm run check:long` sends, so that it takes minutes where servers share two cores with it.
 * @throws Error when the other copies were not all answered 202
 */
export async function measure({ servers, observations = OBSERVATIONS }) {
  const settings = { RATE_LIMIT_AGENT: '100000000/1h', AGENT_SILENT_AFTER: 'off' };
  const house = await openApart(servers, { settings, replicas: { ingest: 3 } });
  const sender = await startProcess('bench/ingest/copies.mjs', { core: 'load' });
  try {
    const tokens = await createAgents(house, 16);
    const urls = house.services.ingest.map(({ url }) => url);
    const began = performance.now();
    const statuses = await sender.ask({ urls, tokens, observations, copies: COPIES });
    const perSecond = (observations * COPIES * 1000) / (performance.now() - began);
    if (statuses[201] + statuses[202] !== observations * COPIES)
      throw new Error(`not all were taken: ${JSON.stringify(statuses)}`);
    const figure = {
      ...{ row: '8', name: `${observations} observations x ${COPIES} copies, 3 processes` },
      ...{ unit: '× 201', value: statuses[201], better: 'higher' },
    };
    const bounds = { floor: observations, aim: observations };
    return [{ ...figure, ...bounds, sides: [{ name: 'three ingest processes', perSecond }] }];
  } finally {
    await sender.stop('SIGKILL');
    await house.stop();
  }
}
