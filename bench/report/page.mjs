import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { plotCurve, plotFigures } from './plot.mjs';
import { short, sideInWords, valueOf, verdictOf } from './words.mjs';
import { writeFormatted } from './write-formatted.mjs';

const PAGE = 'docs/performance.md';
const PLOTS = 'docs/performance';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Makes docs/performance.md and its plots from bench/baseline.json, bench/curves.json and bench/report/performance.md. */
export async function writePage() {
  const { at, figures } = JSON.parse(read('../baseline.json'));
  const curves = JSON.parse(read('../curves.json'));
  rmSync(PLOTS, { recursive: true, force: true });
  mkdirSync(PLOTS);
  writeFileSync(`${PLOTS}/rows.svg`, plotFigures(figures));
  for (const curve of curves) writeFileSync(`${PLOTS}/${curve.name}.svg`, plotCurve(curve));
  const parts = { date: at, table: table(figures), curves: curves.map(section).join('\n\n') };
  const text = read('performance.md').replace(/{{(\w+)}}/g, (_, name) => parts[name]);
  await writeFormatted(PAGE, text);
}

const cells = (...values) => `| ${values.join(' | ')} |`;

function table(figures) {
  const rows = figures.map((figure) => {
    const { row, name, floor, aim, sides = [] } = figure;
    const told = sides.map((side) => `${side.name}: ${sideInWords(side)}`).join('<br>');
    const bounds = [floor, aim].map((bound) => (bound === undefined ? '' : short(bound)));
    return cells(row, name, `**${valueOf(figure)}**`, ...bounds, verdictOf(figure), told);
  });
  const head = cells('#', 'What', 'Measured', 'Floor', 'Aim', '', 'Sides');
  return [head, cells(...Array(7).fill('---')), ...rows].join('\n');
}

function section({ name, title, x, y, series, model, bend }) {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort(
    (a, b) => a - b,
  );
  const rows = series.map((one) => {
    const at = new Map(one.points);
    return cells(one.name, ...xs.map((n) => (at.has(n) ? short(at.get(n)) : '')));
  });
  return [
    `### ${title}\n\n![${title}](performance/${name}.svg)\n`,
    cells(`${y} by ${x}`, ...xs.map(short)),
    cells(...Array(xs.length + 1).fill('---')),
    ...rows,
    `\nModel: ${model}. ${bend}`,
  ].join('\n');
}
