// Writes docs/conformance.md from the documents, the sentences and the tests: `npm run conformance [-- --check]`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { conformance, PAGE } from './conformance/index.mjs';

const { page, faults } = conformance();
const drifted = (existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '') !== page;
if (process.argv.includes('--check')) {
  if (drifted) faults.push('docs/conformance.md is not what the tests say: npm run conformance');
} else if (drifted) writeFileSync(PAGE, page);
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\nSee e2e/README.md on "// proves:".`);
  process.exit(1);
}
