import { readFileSync, writeFileSync } from 'node:fs';
import { writePage } from '../report/page.mjs';
import { writeFormatted } from '../report/write-formatted.mjs';
import { serversOnDemand } from './servers.mjs';

const CURVES = 'bench/curves.json';

/**
 * Draws curves one after another and says their points.
 * @param options `write`: keeps them in bench/curves.json, and makes docs/performance.md anew; `json`: a file, or - for the output;
 *   `long`: also what takes very long
 * @returns the exit code
 */
export async function drawCurves(names, { write, json, long }) {
  const servers = serversOnDemand();
  const curves = [];
  try {
    for (const name of names) {
      const { about, draw } = await import(`../curves/${name}.mjs`);
      console.error(`${name}, about ${about.seconds} s`);
      curves.push(...(await draw({ servers: await servers.of(about), long })));
    }
  } finally {
    await servers.close();
  }
  for (const curve of curves) console.log(textOf(curve));
  const text = JSON.stringify(curves, null, 2);
  if (json === '-') console.log(text);
  else if (json) writeFileSync(json, text);
  if (write) {
    const now = new Set(curves.map(({ name }) => name));
    const kept = JSON.parse(readFileSync(CURVES, 'utf8')).filter(({ name }) => !now.has(name));
    await writeFormatted(CURVES, JSON.stringify([...kept, ...curves]));
    await writePage();
  }
  return 0;
}

const textOf = ({ title, x, y, series, model, bend }) =>
  [
    `\n${title}: ${y} by ${x}`,
    ...series.map(
      ({ name, points }) =>
        `  ${name.padEnd(40)} ${points.map(([at, value]) => `${at}: ${Number(value.toPrecision(3))}`).join('   ')}`,
    ),
    `  ${model}; ${bend}`,
  ].join('\n');
