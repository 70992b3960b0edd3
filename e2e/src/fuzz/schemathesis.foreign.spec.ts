import { join } from 'node:path';
import { fuzz } from '../../../tools/fuzz/index.mjs';
import { newAgent } from '../house/actors';
import { type OwnHouse, openOwnHouse } from '../house/house';
import { answered } from './answered';
import { clearAway } from './clear-away';
import { inWords, type Memory, memoryOf, WITH_MEMORY } from './memory';

const EXAMPLES = Number(process.env['FUZZ_EXAMPLES'] ?? 15);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** Goes on with the next seed until so many requests were sent. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1);
/** Webhooks reach nothing but this machine. */
const CONFINED = ['--require', join(__dirname, 'confined-preload.cjs')];
/** How much of its memory after the first round a house may have after the last. */
const GROWTH = 1.2;

// As long as it takes: `npm run fuzz` may ask for hours.
jest.setTimeout(process.env['FUZZ_LONG'] ? 86_400_000 : 1_200_000);

let house: OwnHouse;
beforeAll(async () => {
  house = await openOwnHouse({ nodeArguments: [...WITH_MEMORY, ...CONFINED] });
});

const tell = (line: string): void => void process.stderr.write(`fuzz: ${line}\n`);

/** One run of Schemathesis over all routes; the memory that is left after it. @throws what it found, with the `curl` for each */
async function round(seed: number): Promise<Memory> {
  const { token } = await newAgent(house.admin);
  const { baseUrl, adminToken: userToken } = house;
  const run = await fuzz({ baseUrl, userToken, agentToken: token, examples: EXAMPLES, seed });
  await clearAway(house.admin);
  const { all, faults } = await answered(house.admin);
  const memory = await memoryOf(house);
  tell(`seed ${seed}: ${all} requests, ${faults.length} kinds of 5xx, ${inWords(memory)}`);
  if (run.found) throw new Error(run.output);
  return memory;
}

test('Schemathesis finds nothing, with every check; nothing is a 5xx, and memory is given back', async () => {
  tell(`at first ${inWords(await memoryOf(house))}`);
  const warm = await round(SEED);
  let memory = warm;
  for (let seed = SEED + 1; (await answered(house.admin)).all < REQUESTS; seed++)
    memory = await round(seed);
  expect((await answered(house.admin)).faults).toEqual([]);
  expect(memory.rss).toBeLessThan(GROWTH * warm.rss);
  expect(memory.heap).toBeLessThan(GROWTH * warm.heap);
});
