// Plays rounds of chaos against a house of its own: `npm run chaos -- --rounds 100 [--seed 1]`.
import { parseArgs } from 'node:util';
import { endJestOnSignals, runJest } from './test/jest.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1 on`);

endJestOnSignals();
const env = { CHAOS_ROUNDS: values.rounds, CHAOS_SEED: values.seed };
process.exit(await runJest(['e2e/src/apart/chaos'], env));
