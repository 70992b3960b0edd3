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
    await writeFormatted(CURVES, JSON.stringify(among(JSON.parse(readFileSync(CURVES)), curves)));
    await writePage();
  }
  return 0;
}

/** The known curves with these, each where it stood before. */
function among(known, curves) {
  const byName = (some) => some.map((curve) => [curve.name, curve]);
  return [...new Map([...byName(known), ...byName(curves)]).values()];
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
