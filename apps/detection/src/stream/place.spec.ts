import { TOPICS } from '@parapet/contracts';
import fc from 'fast-check';
import { isBeyond, placeId, placeOf } from './place';

const offset = fc.nat(1_000_000_000);
const offsets = (partitions: number) =>
  fc.array(offset, { minLength: partitions, maxLength: partitions });
const place = fc.record({
  issues: offsets(TOPICS.issues.partitions),
  agents: offsets(TOPICS.agents.partitions),
  at: fc.nat(2_000_000_000_000),
});

test('an id says the place that it was made of, in a header and in one line', () => {
  fc.assert(
    fc.property(place, (given) => {
      expect(placeId(given)).toMatch(/^[\w.]+$/);
      expect(placeOf(placeId(given))).toEqual(given);
    }),
    { seed: 7 },
  );
});

test.each([
  ...['', 'x', 'i0.0.0a0.0.0', 'i0.0a0.0.0t0', 'i0.0.0.0a0.0.0t0', 'i..a..t0', 'i-1.0.0a0.0.0t0'],
  ...['i1e3.0.0a0.0.0t0', 'i0.0.0a0.0.0t0 ', `i${'9'.repeat(17)}.0.0a0.0.0t0`],
])('%j is no id', (text) => expect(placeOf(text)).toBeNull());

test('any text is an id or none, and breaks nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = placeOf(text);
      if (found) expect(placeOf(placeId(found))).toEqual(found);
    }),
    { seed: 7 },
  );
});

test('a place is beyond the ends when it is so in one partition of one topic', () => {
  const ends = { issues: [1, 2, 3], agents: [9, 2, 9] };
  expect(isBeyond({ ...ends, at: 0 }, ends)).toBe(false);
  expect(isBeyond({ ...ends, agents: [0, 3, 0], at: 0 }, ends)).toBe(true);
  expect(isBeyond({ ...ends, issues: [1, 2, 4], at: 0 }, ends)).toBe(true);
});
