import { readFileSync, writeFileSync } from 'node:fs';
import { coresInWords } from '../kit/cores.mjs';
import { writePage } from '../report/page.mjs';
import { byRow, isHeld, textOf } from '../report/words.mjs';
import { writeFormatted } from '../report/write-formatted.mjs';
import { worseThan } from './compare.mjs';
import { serversOnDemand } from './servers.mjs';

const BASELINE = 'bench/baseline.json';
/** Rounds of a row that does not say otherwise, and of every short form. */
const [ROUNDS, QUICK_ROUNDS] = [5, 3];

/**
 * Measures rows of the table one after another and says what came out.
 * @param options `quick`: only those with a short form, in that form, floors not judged; `compare`: against bench/baseline.json,
 *   within `tolerance` (0.1 is 10 %), where what is worse is measured once more, for what counts is worse both times; `json`: a
 *   file, or - for the output; `write`: makes what was measured the baseline, and docs/performance.md anew; `rounds`
 * @returns the exit code: 1 when a floor is missed, or something is worse than the baseline by more than the tolerance
 */
export async function measureRows(names, { rounds, quick, compare, tolerance, json, write }) {
  const seconds = {};
  let figures = await figuresOf(names, { rounds, quick }, seconds);
  const baseline = JSON.parse(readFileSync(BASELINE, 'utf8'));
  const form = quick ? 'quick' : 'figures';
  console.log(`\n${coresInWords}\n`);
  for (const figure of figures) console.log(textOf(figure));
  const worseNow = () => (compare ? worseThan(baseline[form], figures, tolerance) : []);
  if (worseNow().length > 0) {
    console.log('\nWorse than the baseline: measured once more\n');
    figures = better(figures, await figuresOf(names, { rounds, quick }, seconds));
    for (const figure of figures) console.log(textOf(figure));
  }
  console.log(`\n${tookInWords(seconds)}`);
  if (json) writeJson(json, { figures });
  const worse = worseNow();
  for (const sentence of worse) console.log(`WORSE  ${sentence}`);
  if (write) {
    const at = new Date().toISOString().slice(0, 10);
    const all = merged(baseline[form], figures);
    await writeFormatted(BASELINE, JSON.stringify({ ...baseline, at, [form]: all }));
    await writePage();
  }
  const missed = quick ? [] : figures.filter((figure) => !isHeld(figure, figure.floor));
  return worse.length > 0 || missed.length > 0 ? 1 : 0;
}

/** @param seconds gets how long each of them took */
async function figuresOf(names, { rounds, quick }, seconds) {
  const servers = serversOnDemand();
  const figures = [];
  try {
    for (const name of names) {
      const { about, measure } = await import(`../rows/${name}.mjs`);
      if (quick && !about.quick) continue;
      console.error(`${name}, about ${(quick ? about.quick : about.seconds).toFixed(0)} s`);
      const usual = quick ? QUICK_ROUNDS : (about.rounds ?? ROUNDS);
      const began = performance.now();
      const given = { quick, servers: await servers.of(about), rounds: rounds ?? usual };
      figures.push(...(await measure(given)));
      seconds[name] = (seconds[name] ?? 0) + (performance.now() - began) / 1_000;
    }
  } finally {
    await servers.close();
  }
  return figures.sort(byRow);
}

const tookInWords = (seconds) => {
  const all = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  const each = Object.entries(seconds).map(([name, one]) => `${name} ${one.toFixed(0)}`);
  return `Took ${all.toFixed(0)} s: ${each.join(', ')}`;
};

/** Of two runs each figure where it was the better one. */
const better = (one, other) =>
  one.map((figure, i) => {
    const again = other[i];
    const isHigher = again.value > figure.value;
    return isHigher === (figure.better === 'higher') ? again : figure;
  });

/** What was measured now takes the place of what the same row said; the other rows stay. */
function merged(before, figures) {
  const keyOf = ({ row, name }) => `${row} ${name}`;
  const now = new Set(figures.map(keyOf));
  return [...before.filter((figure) => !now.has(keyOf(figure))), ...figures].sort(byRow);
}

function writeJson(file, value) {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (file === '-') process.stdout.write(text);
  else writeFileSync(file, text);
}
