import type { ObservationRecorded, Recorded } from '@parapet/contracts';
import { REPAIR_LAG_MS, ripe } from './repair-lag';

const NOW = Date.parse('2026-03-03T10:00:00Z');
const aged = (ms: number): Recorded<ObservationRecorded> =>
  ({ event: { data: { received_at: new Date(NOW - ms).toISOString() } } }) as never;

test('old records are ripe, the first young one and all behind it wait until the last one is', () => {
  expect(ripe([aged(5_000), aged(2_000), aged(700), aged(500)], NOW)).toEqual({
    count: 2,
    afterMs: 1_500,
  });
  expect(ripe([aged(500), aged(3_000)], NOW)).toEqual({ count: 0, afterMs: 0 });
  expect(ripe([aged(2_000)], NOW)).toEqual({ count: 1, afterMs: 0 });
});

test('a record of a clock slightly ahead is waited for, but never longer than the lag', () => {
  expect(ripe([aged(-1_000)], NOW)).toEqual({ count: 0, afterMs: REPAIR_LAG_MS });
});

test('a record of a clock far ahead is not waited for', () => {
  expect(ripe([aged(-3_600_000)], NOW).count).toBe(1);
});
