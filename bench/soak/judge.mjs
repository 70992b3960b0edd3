import { median } from '../kit/rounds.mjs';
import { slopeOf } from './slope.mjs';

/**
 * What may be: MiB an hour that memory may grow, beyond twice the error of the slope; how many more descriptors or resources there may
 * be at the end; how many times the p99 of the first minutes that of the last may be, each at least `p99Ms`.
 */
export const BOUNDS = { growth: 64, more: 16, p99: 3, p99Ms: 50 };

/** A part at the beginning that is not judged: caches fill and code is compiled. */
const WARM = 0.25;
const HOUR_MS = 3_600_000;

const parts = (values) => {
  const third = Math.max(1, Math.floor(values.length / 3));
  return [values.slice(0, third), values.slice(-third)];
};

const grown = (values) => {
  const [first, last] = parts(values);
  return Math.max(...last) - Math.max(...first);
};

/** What one process did, in numbers, and what is wrong with it: an empty list when nothing is. */
export function judgeProcess(looks) {
  const judged = looks.slice(Math.floor(looks.length * WARM));
  const { slope, error } = slopeOf(judged.map(({ at, memory }) => [at, memory]));
  const hourly = { growth: slope * HOUR_MS, error: error * HOUR_MS };
  const descriptors = grown(judged.map((one) => one.descriptors));
  const types = [...new Set(judged.flatMap(({ resources }) => Object.keys(resources)))];
  const leaks = types
    .map((type) => [type, grown(judged.map(({ resources }) => resources[type] ?? 0))])
    .filter(([, more]) => more > BOUNDS.more);
  const wrong = leaks.map(([type, more]) => `${more} more of ${type}`);
  if (hourly.growth - 2 * hourly.error > BOUNDS.growth) wrong.push('memory grows');
  if (descriptors > BOUNDS.more) wrong.push(`${descriptors} more descriptors`);
  return { ...hourly, memory: looks.at(-1).memory, descriptors, wrong };
}

/** How many times the p99 of the first minutes that of the last is, and what is wrong with that. @param p99s one a minute (ms) */
export function judgeTimes(p99s) {
  const [first, last] = parts(p99s.slice(Math.floor(p99s.length * WARM))).map(median);
  const times = Math.max(last, BOUNDS.p99Ms) / Math.max(first, BOUNDS.p99Ms);
  const wrong = times > BOUNDS.p99 ? [`the last p99 is ${times.toFixed(1)} times the first`] : [];
  return { first, last, wrong };
}
