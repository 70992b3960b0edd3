// Runs benchmarks: `npm run bench -- [NAME …] [options]`, see README.md.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Advice } from '../tools/servers/advice.mjs';
import { drawCurves } from './runner/curves.mjs';
import { CURVES, PROOFS, ROWS } from './runner/names.mjs';
import { measureRows } from './runner/rows.mjs';

const OPTIONS = {
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  compare: { type: 'boolean', default: false },
  tolerance: { type: 'string', default: '10' },
  json: { type: 'string' },
  write: { type: 'boolean', default: false },
  long: { type: 'boolean', default: false },
};

function advise(name) {
  console.error(
    `There is no benchmark ${name}.\n` +
      `npm run bench                    all rows of the table: ${ROWS.join(', ')}\n` +
      `npm run bench -- NAME …          some of them\n` +
      `npm run bench -- curves [NAME …] curves: ${CURVES.join(', ')}\n` +
      `npm run bench -- PROOF           one proof: ${PROOFS.join(', ')}`,
  );
  return 2;
}

async function run([first, ...rest]) {
  if (PROOFS.includes(first)) return (await import(`./${first}.mjs`)).bench(rest);
  const args = [first, ...rest].filter((arg) => arg !== undefined);
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [known, draw] = first === 'curves' ? [CURVES, drawCurves] : [ROWS, measureRows];
  const names = first === 'curves' ? positionals.slice(1) : positionals;
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined) return advise(strange);
  return draw(names.length > 0 ? names : known, {
    ...values,
    ...(values.rounds && { rounds: Number(values.rounds) }),
    tolerance: Number(values.tolerance) / 100,
  });
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!existsSync('apps/standalone/dist/main.js')) {
  console.error('Build first: npm run build');
  process.exit(2);
}
try {
  process.exit(await run(process.argv.slice(2)));
} catch (error) {
  console.error(
    error instanceof Advice || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error,
  );
  process.exit(2);
}
