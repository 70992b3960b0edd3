import { join } from 'node:path';
import { fuzz } from '../../../tools/fuzz/index.mjs';
import { newAgent } from '../house/actors';
import { type OwnHouse, openOwnHouse } from '../house/house';
import { answered } from './answered';
import { inWords, memoryOf, WITH_MEMORY } from './memory';

const EXAMPLES = Number(process.env['FUZZ_EXAMPLES'] ?? 15);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** Webhooks reach nothing but this machine. */
const CONFINED = ['--require', join(__dirname, 'confined-preload.cjs')];
/** Goes on with the next seed until so many requests were sent. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1);

// As long as it takes: `npm run fuzz` may ask for hours.
jest.setTimeout(process.env['FUZZ_LONG'] ? 86_400_000 : 300_000);

let house: OwnHouse;
beforeAll(async () => {
  house = await openOwnHouse({ nodeArguments: [...WITH_MEMORY, ...CONFINED] });
});

const tell = (line: string): void => void process.stderr.write(`fuzz: ${line}\n`);

/** One run of Schemathesis over all routes. @throws what it found, with the `curl` for each */
async function round(seed: number): Promise<void> {
  const { token } = await newAgent(house.admin);
  const { baseUrl, adminToken: userToken } = house;
  const run = await fuzz({ baseUrl, userToken, agentToken: token, examples: EXAMPLES, seed });
  const { all, faults } = await answered(house.admin);
  tell(
    `seed ${seed}: ${all} requests, ${faults.length} kinds of 5xx, ${inWords(await memoryOf(house))}`,
  );
  if (run.found) throw new Error(run.output);
}

test('Schemathesis finds nothing, with every check, and nothing is a 5xx', async () => {
  tell(`at first ${inWords(await memoryOf(house))}`);
  for (let seed = SEED; (await answered(house.admin)).all < REQUESTS || seed === SEED; seed++)
    await round(seed);
  expect((await answered(house.admin)).faults).toEqual([]);
});
