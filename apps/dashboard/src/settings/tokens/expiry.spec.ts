import { expiryOf, isLifetime, LIFETIMES, lifetimesFor, nearing } from './expiry';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const LAST = '2026-03-31T12:00:00.000Z';
const maker = (last: string | null = null) => ({ now: NOW, last });

test('a token is good for some days, for ever, or until the end of a day', () => {
  expect(expiryOf('30', '', maker())).toBe('2026-03-31T12:00:00.000Z');
  expect(expiryOf('never', '2026-03-05', maker())).toBeNull();
  const end = new Date(2026, 2, 5, 23, 59, 59, 999);
  expect(expiryOf('date', '2026-03-05', maker())).toBe(end.toISOString());
});

test.each(['', 'soon', '2026-13-01'])('%j is no day', (day) => {
  expect(expiryOf('date', day, maker())).toBeUndefined();
});

test('who has a token that expires is offered nothing that outlives it, and its own end', () => {
  const offered = (last: string | null) => lifetimesFor(maker(last)).map(({ value }) => value);
  expect(offered(null)).toEqual(['7', '30', '90', '365', 'date', 'never']);
  expect(offered(LAST)).toEqual(['own', '7', '30', 'date']);
  expect(expiryOf('own', '', maker(LAST))).toBe(LAST);
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
