// Plays rounds of chaos against a house of its own: `npm run chaos -- --rounds 100 [--seed 1] [--brokers 3]`.
import { endJestOnSignals, runJest } from './test/jest.mjs';
import { wholeNumbers } from './test/whole-numbers.mjs';

const { rounds, seed, brokers } = wholeNumbers({ rounds: '10', seed: '1', brokers: '1' });

endJestOnSignals();
const env = { CHAOS_ROUNDS: rounds, CHAOS_SEED: seed, CHAOS_BROKERS: brokers };
process.exit(await runJest(['e2e/src/apart/chaos'], env));
