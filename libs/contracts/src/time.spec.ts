import { nanoseconds } from './time';

test.each([
  ['1970-01-01T00:00:00Z', 0n],
  ['1970-01-01T01:00:00.000000001+01:00', 1n],
  ['2026-03-03T10:11:12.123456789Z', 1772532672123456789n],
])('%s', (text, ns) => expect(nanoseconds(text)).toBe(ns));

test.each([
  '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01',
  '',
])('refuses %s', (text) => expect(nanoseconds(text)).toBeNull());
