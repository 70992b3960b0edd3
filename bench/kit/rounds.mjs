const shuffled = (items) =>
  items
    .map((item) => [Math.random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** The one in the middle; of an even count the higher of two. */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Runs each side once a round, in another order each time: what the machine does to one it does to all.
 * @param sides `{ name, run }`; `run` resolves with numbers by name, such as `{ cpu, perSecond }`
 * @returns what was measured by the name of the side: `{ house: [{ cpu, … }, …] }`
 */
export async function alternate(sides, rounds) {
  const measured = Object.fromEntries(sides.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, run } of shuffled(sides)) measured[name].push(await run());
    const told = sides.map(({ name }) => `${name} ${inWords(measured[name].at(-1))}`);
    console.error(`  round ${round}: ${told.join(' | ')}`);
  }
  return measured;
}

const inWords = (numbers) =>
  Object.entries(numbers)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`)
    .join(', ');

/**
 * What one side is of another, round by round.
 * @param of which number: `cpu` by default
 * @returns `{ value, low, high }`: the median of the ratios a/b, the least and the most
 */
export function paired(a, b, of = 'cpu') {
  const ratios = a.map((one, i) => one[of] / b[i][of]);
  return { value: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
}

/** A side of a figure: the medians of all numbers that were measured of it. */
export function sideOf(name, measured) {
  const names = Object.keys(measured[0]).filter((key) => typeof measured[0][key] === 'number');
  return {
    name,
    ...Object.fromEntries(names.map((key) => [key, median(measured.map((one) => one[key]))])),
  };
}
