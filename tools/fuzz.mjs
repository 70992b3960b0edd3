// Fuzzes a house of its own: `npm run fuzz -- --examples 150 [--seed 1] [--requests 100000]`. With --requests it goes on
// with the next seed until so many were sent. Says what was found, and what became of the house's memory.
import { endJestOnSignals, runJest } from './test/jest.mjs';
import { wholeNumbers } from './test/whole-numbers.mjs';

const { examples, seed, requests } = wholeNumbers({ examples: '150', seed: '1', requests: '1' });

endJestOnSignals();
const env = { FUZZ_EXAMPLES: examples, FUZZ_SEED: seed, FUZZ_REQUESTS: requests, FUZZ_LONG: 'on' };
process.exit(await runJest(['e2e/src/fuzz'], env));
