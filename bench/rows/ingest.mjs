import { measureInTurn } from '../ingest/sides.mjs';
import { median, paired, sideOf } from '../kit/rounds.mjs';

export const about = { seconds: 130, quick: 25, servers: false };

const [BARE, FRONT, INGEST] = ['bare Fastify', 'the front, answered in groups', 'ingest'];
const [NAIVE, HOUSE] = ['one append and one insert per request', 'whole house'];

const WHOLE = { warmUp: 12_000, requests: 12_000 };
const SHORT = { warmUp: 5_000, requests: 8_000 };
const NAIVELY = { warmUp: 1_500, requests: 2_000 };

const sidesOf = (quick) =>
  quick
    ? { [BARE]: SHORT, [INGEST]: SHORT }
    : { [BARE]: WHOLE, [FRONT]: WHOLE, [INGEST]: WHOLE, [HOUSE]: WHOLE, [NAIVE]: NAIVELY };

/** What an observation costs, answered when it is durable, over embedded storage: rows 2, 2s and 3, and the memory of the process. */
export async function measure({ rounds, quick }) {
  const measured = await measureInTurn(sidesOf(quick), rounds);
  const ratio = (figure, a, b) => ({
    ...{ unit: 'ratio', better: 'higher', ...figure, ...paired(measured[a], measured[b]) },
    sides: [a, b].map((name) => sideOf(name, measured[name])),
  });
  const full = { row: '2', name: 'full ingest, embedded', floor: 0.55, aim: 0.7 };
  const figures = [ratio(full, BARE, INGEST)];
  if (quick) return figures;
  const storage = { row: '2s', name: 'price of storage alone, embedded', floor: 0.65, aim: 0.8 };
  const groups = { row: '3', name: 'groups against one by one, embedded', floor: 4, aim: 6 };
  figures.push(ratio(storage, FRONT, INGEST), ratio({ ...groups, unit: '×' }, NAIVE, INGEST));
  figures.push(ratio({ row: '2', name: 'the whole house in one process' }, BARE, HOUSE));
  return [...figures, memoryOf(measured[INGEST])];
}

function memoryOf(measured) {
  const values = measured.map(({ memory }) => memory);
  return {
    ...{ row: '10', name: 'ingest under load', unit: 'MiB', better: 'lower' },
    ...{ value: median(values), low: Math.min(...values), high: Math.max(...values) },
    ...{ floor: 256, aim: 180, sides: [] },
  };
}
