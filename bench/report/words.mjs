/** In the order of the table: 2, 2k, 2s, 3, 10. */
export const byRow = (a, b) =>
  parseInt(a.row, 10) - parseInt(b.row, 10) || (a.row < b.row ? -1 : a.row > b.row ? 1 : 0);

/** Whether a figure reaches a bound; one without a bound does. */
export const isHeld = ({ value, better }, bound) =>
  bound === undefined || (better === 'higher' ? value >= bound : value <= bound);

/** A number as people read it: three digits that count. */
export const short = (value) =>
  Math.abs(value) >= 1_000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));

/** `ok` with its floor, and whether its aim is reached, in a word or two. */
export function verdictOf(figure) {
  const { floor, aim } = figure;
  if (floor === undefined) return 'told';
  if (!isHeld(figure, floor)) return 'below its floor';
  return aim === undefined || isHeld(figure, aim) ? 'aim reached' : 'floor held';
}

/** What was measured of a side: `52 µs CPU, 18,800/s, p50 5 ms, p99 12 ms, 180 MiB`. */
export function sideInWords({ cpu, perSecond, p50, p99, memory }) {
  const parts = [
    cpu !== undefined && `${short(cpu)} µs CPU`,
    perSecond !== undefined && `${short(perSecond)}/s`,
    p50 !== undefined && `p50 ${short(p50)} ms`,
    p99 !== undefined && `p99 ${short(p99)} ms`,
    memory !== undefined && `${short(memory)} MiB`,
  ];
  return parts.filter(Boolean).join(', ');
}

const spread = ({ low, high }) => (low === undefined ? '' : ` (${short(low)}–${short(high)})`);

/** A figure's value with its unit and spread. */
export const valueOf = (figure) =>
  `${short(figure.value)}${figure.unit === 'ratio' ? '' : ` ${figure.unit}`}${spread(figure)}`;

/** A figure for a terminal, its sides below it. */
export function textOf(figure) {
  const { row, name, floor, aim, sides = [] } = figure;
  const bounds =
    floor === undefined
      ? ''
      : `floor ${short(floor)}${aim === undefined ? '' : `, aim ${short(aim)}`}: `;
  const head = `${row.padEnd(4)}${name.padEnd(60)} ${valueOf(figure).padEnd(24)} ${bounds}${verdictOf(figure)}`;
  return [head, ...sides.map((side) => `      ${side.name.padEnd(40)} ${sideInWords(side)}`)].join(
    '\n',
  );
}
