// Fuzzes a house of its own: `npm run fuzz -- --examples 150 [--seed 1] [--requests 100000]`. With --requests it goes on
// with the next seed until so many were sent. Says what was found, and what became of the house's memory.
import { parseArgs } from 'node:util';
import { endJestOnSignals, runJest } from './test/jest.mjs';

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '1' },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1 on`);

endJestOnSignals();
const { examples, seed, requests } = values;
const env = { FUZZ_EXAMPLES: examples, FUZZ_SEED: seed, FUZZ_REQUESTS: requests, FUZZ_LONG: 'on' };
process.exit(await runJest(['e2e/src/fuzz'], env));
