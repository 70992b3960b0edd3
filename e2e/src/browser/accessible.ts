import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** To be run in the page: only what is wrong is written out and comes back. */
const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ': ' + target + ': ' + failureSummary)))`;

/** What axe finds wrong with the page as it is shown now: rule, and where. Empty when nothing is. */
export async function violations(page: Page): Promise<string[]> {
  // A page that was looked at before, and has not been loaded again, has it already: it is large.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate<string[]>(RUN);
}
