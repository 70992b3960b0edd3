import { endOf } from './until';

const NOW = Date.parse('2026-03-03T10:00:00Z');

test.each([
  ['for ever', null],
  ['hour', '2026-03-03T11:00:00.000Z'],
  ['week', '2026-03-10T10:00:00.000Z'],
] as const)('what is ignored for: %s, is so until %s', (span, end) => {
  expect(endOf(span, NOW)).toBe(end);
});
