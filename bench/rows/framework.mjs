import { measureInTurn } from '../ingest/sides.mjs';
import { paired, sideOf } from '../kit/rounds.mjs';

export const about = { seconds: 35, quick: 15, servers: false };

const [BARE, NEST] = ['bare Fastify', 'Nest, schema, token and id'];
const [WHOLE, SHORT] = [
  { warmUp: 12_000, requests: 20_000 },
  { warmUp: 6_000, requests: 8_000 },
];

/** What a route costs in Nest with the schema, the token and the id of an observation, without any I/O: row 1. */
export async function measure({ rounds, quick }) {
  const amount = quick ? SHORT : WHOLE;
  const measured = await measureInTurn({ [BARE]: amount, [NEST]: amount }, rounds);
  const { [BARE]: bare, [NEST]: nest } = measured;
  const figure = {
    ...{ row: '1', name: 'Nest route, schema, token, id', unit: 'ratio', better: 'higher' },
    ...{ floor: 0.6, aim: 0.75 },
  };
  return [{ ...figure, ...paired(bare, nest), sides: [sideOf(BARE, bare), sideOf(NEST, nest)] }];
}
