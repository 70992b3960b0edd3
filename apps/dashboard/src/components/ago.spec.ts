import { ago } from './ago';

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
