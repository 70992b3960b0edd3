/** Figures whose value means the same on every machine. */
const COMPARABLE = ['ratio', '×'];

/**
 * What became worse.
 * @param before figures of the baseline
 * @param tolerance 0.1: worse by over a tenth counts
 * @returns a sentence for each, and for each that the baseline does not know
 */
export function worseThan(before, figures, tolerance) {
  return figures
    .filter(({ unit }) => COMPARABLE.includes(unit))
    .flatMap((figure) => {
      const { row, name, value, better } = figure;
      const known = before.find((one) => one.row === row && one.name === name);
      if (!known) return [`${row} ${name} is not in bench/baseline.json: measure it with --write`];
      const part = better === 'higher' ? value / known.value : known.value / value;
      if (part >= 1 - tolerance) return [];
      return [
        `${row} ${name}: ${value.toFixed(2)}, it was ${known.value.toFixed(2)}: worse by ${((1 - part) * 100).toFixed(0)} %, at most ${tolerance * 100} %`,
      ];
    });
}
