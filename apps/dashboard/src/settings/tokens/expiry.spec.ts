import { expiryOf, isLifetime, LIFETIMES, nearing } from './expiry';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test('a token is good for some days, for ever, or until the end of a day', () => {
  expect(expiryOf('30', '', NOW)).toBe('2026-03-31T12:00:00.000Z');
  expect(expiryOf('never', '2026-03-05', NOW)).toBeNull();
  const end = new Date(2026, 2, 5, 23, 59, 59, 999);
  expect(expiryOf('date', '2026-03-05', NOW)).toBe(end.toISOString());
});

test.each(['', 'soon', '2026-13-01'])('%j is no day', (day) => {
  expect(expiryOf('date', day, NOW)).toBeUndefined();
});

test('what is offered is known, and nothing else', () => {
  expect(LIFETIMES.every(({ value }) => isLifetime(value))).toBe(true);
  expect(isLifetime('31')).toBe(false);
});

test.each([
  [-1, 'expired'],
  [0, 'expired'],
  [1, 'soon'],
  [7 * 86_400_000, 'later'],
])('%i ms from now is %s', (past, word) => {
  expect(nearing(NOW + past, NOW)).toBe(word);
});
