// All tests, tier after tier: `node tools/test.mjs [--tier=alone|servers|apart] [what Jest understands]`.
import { Advice } from './servers/advice.mjs';
import { openServers } from './servers/index.mjs';
import { endJestOnSignals, runJest } from './test/jest.mjs';
import { chosenTiers } from './test/tiers.mjs';
import { Tally } from './test/tally.mjs';

const tally = new Tally();
let servers;
let interrupted;

endJestOnSignals((code) => (interrupted = code));

try {
  const { tiers, args } = await chosenTiers(process.argv.slice(2));
  for (const tier of tiers) {
    if (interrupted) break;
    if (tier.needsServers) servers ??= await openServers();
    const began = performance.now();
    const code = await runJest([...args, ...tier.args], servers?.env);
    tally.add(tier.name, code, performance.now() - began);
  }
} catch (error) {
  tally.fault(error instanceof Advice ? error.message : error.stack);
} finally {
  await servers?.close();
}
process.exit(interrupted ?? tally.close());
