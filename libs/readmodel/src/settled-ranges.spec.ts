import { SettledRanges } from './settled-ranges';

const settled = (...offsets: readonly number[]): SettledRanges => {
  const ranges = new SettledRanges();
  for (const offset of offsets) ranges.add(offset);
  return ranges;
};

it('passes over a run, and no further than to the first that is missing in it', () => {
  expect(settled(3, 4, 5, 7).pass(3)).toBe(6);
  expect(settled(3, 4, 5, 7).pass(4)).toBe(6);
});

it('leaves to be read what nobody settled, before a run and behind the last', () => {
  const ranges = settled(3, 4);
  expect(ranges.pass(2)).toBe(2);
  expect(ranges.pass(3)).toBe(5);
  expect(ranges.pass(5)).toBe(5);
});

it('takes what is told late, or twice, for nothing', () => {
  const ranges = settled(5, 6, 4, 5);
  expect(ranges.pass(4)).toBe(4);
  expect(ranges.pass(5)).toBe(7);
});

it('passes over run after run as the reader goes on', () => {
  const ranges = settled(0, 1, 5, 6, 9);
  expect(ranges.pass(0)).toBe(2);
  expect(ranges.pass(4)).toBe(4);
  expect(ranges.pass(5)).toBe(7);
  expect(ranges.pass(9)).toBe(10);
});

it('forgets the oldest of many runs: they are read then', () => {
  const ranges = settled(...Array.from({ length: 2_000 }, (_, i) => 2 * i));
  expect(ranges.pass(0)).toBe(0);
  expect(ranges.pass(3_998)).toBe(3_999);
});
