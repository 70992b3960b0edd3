import { ago, exactly, millisecondsOf } from './ago';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test.each([
  [0, 'now'],
  [-59_999, 'now'],
  [-60_000, '1 min. ago'],
  [-3_599_999, '59 min. ago'],
  [-26 * 3_600_000, '1 day ago'],
  [-400 * 86_400_000, '1 yr. ago'],
  [5 * 60_000, 'in 5 min.'],
])('%i ms from now is %s', (past, words) => {
  expect(ago(NOW + past, NOW)).toBe(words);
});

test('an event that an agent dates to second 60 is as old as it is, and not for ever of now', () => {
  expect(ago(millisecondsOf('2026-02-28T11:58:60.5Z'), NOW)).toBe('1 day ago');
  expect(millisecondsOf('2026-12-31T23:59:60Z')).toBe(Date.parse('2027-01-01T00:00:00Z'));
  expect(millisecondsOf('2026-03-01T13:00:00.123+01:00')).toBe(NOW + 123);
});

test('a moment in full is written alike in each hour of the day, with month, seconds and zone', () => {
  const HOUR_MS = 3_600_000;
  const day = Date.parse('2026-11-24T00:12:58Z');
  for (let hour = 0; hour < 24; hour++)
    expect(exactly(day + hour * HOUR_MS, 'en-GB')).toMatch(/^2\d Nov 2026, \d{2}:12:58 \w+/);
});
