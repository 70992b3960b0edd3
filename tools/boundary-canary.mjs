// Proves that the import rules bite: each of these lines must be refused by the linter, or the guard is asleep.
import { execFileSync } from 'node:child_process';
import { ESLint } from 'eslint';

// In CI the parser would read each file from the disk and never see the line that is tried here.
process.env.TSESTREE_SINGLE_RUN = 'false';

// Processes of their own end by a clock: on a machine with no time for them, before they were asked anything.
process.env.NX_ISOLATE_PLUGINS = 'false';

// Without a cached project graph the Nx rule skips itself and passes.
execFileSync('npx', ['nx', 'show', 'projects'], { stdio: 'ignore' });

const canaries = [
  ['apps/ingest/src/index.ts', '@parapet/detection', '@nx/enforce-module-boundaries'],
  ['apps/notifier/src/index.ts', '@parapet/registry', '@nx/enforce-module-boundaries'],
  ['libs/contracts/src/index.ts', '@parapet/ingest', '@nx/enforce-module-boundaries'],
  ['apps/ingest/src/index.ts', 'kafkajs', 'no-restricted-imports'],
  ['apps/detection/src/index.ts', 'mongodb', 'no-restricted-imports'],
];

const eslint = new ESLint();
let asleep = 0;
for (const [filePath, imported, rule] of canaries) {
  const [result] = await eslint.lintText(`export * from '${imported}';\n`, { filePath });
  const refused = result.messages.some((m) => m.ruleId === rule);
  console.log(`${refused ? 'refused' : 'ALLOWED'}: ${filePath} importing ${imported} (${rule})`);
  if (!refused) asleep += 1;
}
process.exitCode = asleep === 0 ? 0 : 1;
