import { nanoseconds } from '@parapet/contracts';
import { firstMillisecondAfter, lastMillisecondOf, millisecondFrom } from './milliseconds';

const at = (text: string): bigint => nanoseconds(text) ?? 0n;

test.each([
  ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00:00.501Z'],
  ['2026-01-01T00:00:00.500999999Z', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00:00.501Z'],
  ['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
  ['1969-12-31T23:59:59Z', '', ''],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', undefined],
])('%s: what is after it is above %s, what is not is below %s', (text, above, below) =>
  expect([lastMillisecondOf(at(text)), firstMillisecondAfter(at(text))]).toEqual([above, below]),
);

test.each([
  ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z'],
  ['2026-01-01T00:00:00.500000001Z', '2026-01-01T00:00:00.501Z'],
  ['1969-12-31T23:59:59Z', ''],
  ['9999-12-31T23:59:59.999000001Z', '~'],
])('the milliseconds that are not before %s begin at %j', (time, first) =>
  expect(millisecondFrom(at(time))).toBe(first),
);

test('an open end is above all times', () =>
  expect(millisecondFrom() > '9999-12-31T23:59:59.999Z').toBe(true));
