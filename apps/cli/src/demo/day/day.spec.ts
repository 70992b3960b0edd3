import { AGENT_NAMES } from '../fleet';
import { dayOf } from './day';

const FROM = Date.parse('2026-03-03T10:00:00Z');
const DAY_MS = 86_400_000;
const linesOf = (seed: number): string[] => dayOf(seed, FROM).moments.map(({ line }) => line);

test('the same seed is the same day, another seed another', () => {
  expect(linesOf(1)).toEqual(linesOf(1));
  expect(linesOf(2)).not.toEqual(linesOf(1));
});

test.each([1, 2, 3, 4_294_967_295])(
  'day %i is in order, and ends before a day has passed',
  (seed) => {
    const times = dayOf(seed, FROM).moments.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(FROM);
    expect(times.at(-1)).toBeLessThan(FROM + DAY_MS);
  },
);

test('every agent of the fleet has something to tell, and nothing is told twice', () => {
  const { moments } = dayOf(1, FROM);
  expect(new Set(moments.map(({ agent }) => agent))).toEqual(new Set(AGENT_NAMES));
  expect(new Set(moments.map(({ agent, line }) => agent + line)).size).toBe(moments.length);
});

test('every sensor tells the time to the nanosecond, by the moment that it is played', () => {
  for (const { at, line } of dayOf(1, FROM).moments) {
    const said: unknown = JSON.parse(line);
    const time = Object.entries(said ?? {}).find(([name]) => /^time(stamp)?$/.test(name))?.[1];
    expect([line, time]).toEqual([line, expect.stringMatching(/\.\d{9}Z$/)]);
    expect(Date.parse(String(time))).toBe(at);
  }
});

test('every door of the house is used', () => {
  const doors = new Set(dayOf(1, FROM).moments.map(({ door }) => door));
  expect([...doors].toSorted()).toEqual(['batch', 'falco', 'native', 'tetragon']);
});

test('the time of a Falco event is a number of 19 digits, as Falco prints it', () => {
  const falco = dayOf(1, FROM).moments.filter(({ door }) => door === 'falco');
  expect(falco.length).toBeGreaterThan(100);
  expect(falco.filter(({ line }) => !/"evt\.time":\d{19},/.test(line))).toEqual([]);
});

test('what is planted is part of the day', () => {
  const { moments, planted } = dayOf(1, FROM);
  const all = new Set(moments);
  expect(planted).toHaveLength(8);
  expect(planted.flatMap((plant) => plant.moments).filter((moment) => !all.has(moment))).toEqual(
    [],
  );
});
