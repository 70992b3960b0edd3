import fc from 'fast-check';
import {
  addTallies,
  type AgentCount,
  type AgentTally,
  type Counted,
  EMPTY_TALLY,
  evolveCounted,
  REJECTIONS,
} from './agent-tally';

const count = (by: string, number: number, accepted = 1): AgentCount => ({
  ...{ by, number },
  tally: { ...EMPTY_TALLY, accepted },
});
const report = (at: string, lost: number) => ({
  ...{ sensor: 'falco' as const, at, event: 'drop', message: 'm', lost },
});
const given = (...counts: AgentCount[]): Counted => counts.reduce<Counted>(evolveCounted, {});

test('counts of all processes add up', () =>
  expect(given(count('a', 1), count('b', 1), count('a', 2)).tally?.accepted).toBe(3));

test('a count that comes again, at once or late, is not counted again', () => {
  const counts = [count('a', 1), count('a', 1), count('b', 1), count('a', 2), count('a', 1)];
  expect(given(...counts).tally?.accepted).toBe(3);
});

const of = (runs: number, by: string) =>
  Array.from({ length: runs }, (_, i) => count(`${by}${i}`, 1));

test('a count that comes again is not counted again, though 100 processes counted twice meanwhile', () => {
  const others = [...of(100, 'r'), ...of(100, 'r').map(({ by }) => count(by, 2))];
  expect(given(count('a', 1), ...others, count('a', 1)).tally?.accepted).toBe(201);
});

test('however many runs of processes have counted, few are remembered once they count no more', () => {
  expect(given(...of(1_000, 'r')).counted_by).toHaveLength(256);
  const since = Array.from({ length: 256 }, (_, i) => count('a', i + 1));
  expect(given(...of(1_000, 'r'), ...since).counted_by).toHaveLength(16);
});

test('each number of two tallies adds up', () => {
  const some: AgentTally = { accepted: 1, duplicate: 10, rejected: {}, lost: 100 };
  const more: AgentTally = { accepted: 2, duplicate: 20, rejected: {}, lost: 200 };
  expect(addTallies(some, more)).toEqual({ accepted: 3, duplicate: 30, rejected: {}, lost: 300 });
});

test('reasons of rejections add up one by one', () => {
  const some: AgentTally = { ...EMPTY_TALLY, rejected: { bad_request: 2 } };
  const more: AgentTally = { ...EMPTY_TALLY, rejected: { bad_request: 1, no_observation: 4 } };
  expect(addTallies(some, more).rejected).toEqual({ bad_request: 3, no_observation: 4 });
});

test('of two reports of one moment the last one told stays', () => {
  const both = { ...count('a', 1), reports: [report('2026-01-01', 1), report('2026-01-01', 2)] };
  expect(given(both).sensors).toEqual([report('2026-01-01', 2)]);
});

test('the newest report of a sensor stays, whichever comes last', () => {
  const late = { ...count('a', 1), reports: [report('2026-01-02', 2)] };
  const early = { ...count('b', 1), reports: [report('2026-01-01', 1)] };
  expect(given(late, early).sensors).toEqual([report('2026-01-02', 2)]);
  expect(given(early, late).sensors).toEqual([report('2026-01-02', 2)]);
});

const lossy = (by: string, number: number, ...times: readonly number[]): AgentCount => ({
  ...{ by, number, tally: { ...EMPTY_TALLY, lost: 10 * times.length } },
  losses: times.map((at) => ({ sensor: 'falco', id: String(at).padStart(9, '0'), lost: 10 })),
});
const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

test('a loss that another process was told of as well counts once', () => {
  const counts = [lossy('a', 1, 1, 2), lossy('b', 1, 2, 3), lossy('a', 2, 1)];
  expect(given(...counts).tally?.lost).toBe(30);
});

test('losses that are sent again from the first on count once, however many came since', () => {
  const first = upTo(1_000).map((at) => lossy('a', at, at));
  const again = upTo(1_000).map((at) => lossy('b', at, at));
  const { tally, losses } = given(...first, ...again);
  expect([tally?.lost, losses?.falco?.length]).toEqual([10_000, 128]);
});

test('losses that come in another order each count', () => {
  const counts = upTo(100).map((at) => lossy('a', at, 101 - at));
  expect(given(...counts).tally?.lost).toBe(1_000);
});

test('the losses of one sensor are not taken for those of another', () => {
  const [falco] = lossy('a', 1, 5).losses ?? [];
  const tetragon = falco && [{ ...falco, sensor: 'tetragon' as const }];
  const other = { ...lossy('b', 1, 5), ...(tetragon && { losses: tetragon }) };
  expect(given(lossy('a', 1, ...upTo(200)), other).tally?.lost).toBe(2_010);
});

test('whatever counts come, in whatever order of processes and how often, each adds once', () => {
  const tally = fc.record({
    ...{ accepted: fc.nat(9), duplicate: fc.nat(9), lost: fc.nat(9) },
    rejected: fc.dictionary(fc.constantFrom(...REJECTIONS), fc.nat(9)),
  });
  const drawn = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), tally, fc.nat(2)));
  fc.assert(
    fc.property(drawn, (rows) => {
      const numbers = new Map<string, number>();
      const counts = rows.flatMap(([by, one, again]) => {
        const number = (numbers.get(by) ?? 0) + 1;
        numbers.set(by, number);
        const made = { by, number, tally: one };
        return Array.from({ length: again + 1 }, () => made);
      });
      const sum = rows.reduce((all, [, one]) => addTallies(all, one), EMPTY_TALLY);
      expect(given(...counts).tally ?? EMPTY_TALLY).toEqual(sum);
    }),
    { seed: 7, numRuns: 200 },
  );
});
