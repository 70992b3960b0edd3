import fc from 'fast-check';
import { nextAttempt } from './next-attempt';

const [S, M, H] = [1_000, 60_000, 3_600_000];
const SCHEDULE = [0, 5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H];
const fails = { status: 500, retryAfter: null };
const busy = (tries: number, retryAfter: string) => ({ tries, status: 429, retryAfter });
const at = (now: number, random = 0) => ({ now, random, scheduleMs: SCHEDULE });

/** Times of all attempts of a delivery that never succeeds, by a clock that jumps to each. */
function walk(random: number): number[] {
  const times = [0];
  for (let now = 0; ;) {
    const next = nextAttempt({ ...fails, tries: times.length }, at(now, random));
    if (next === null) return times;
    now = next;
    times.push(now);
  }
}

test('a receiver that never answers is asked ten times within 75 h 35 m 5 s, then given up', () => {
  const times = walk(0);
  expect(times).toHaveLength(10);
  expect(times.at(-1)).toBe(75 * H + 35 * M + 5 * S);
  const waits = times.slice(1).map((t, i) => t - (times[i] ?? 0));
  expect(waits).toEqual(SCHEDULE.slice(1));
});

test('each wait grows by at most a tenth and is never shorter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, random) => {
        const wait = SCHEDULE[tries] ?? 0;
        const next = nextAttempt({ ...fails, tries }, at(1_000_000, random)) ?? 0;
        return next >= 1_000_000 + wait && next <= 1_000_000 + Math.ceil(wait * 1.1);
      },
    ),
    { seed: 14 },
  );
});

test('Retry-After in seconds, or as a date, makes the wait longer', () => {
  expect(nextAttempt(busy(1, '60'), at(1_000))).toBe(61_000);
  const date = new Date(120_000).toUTCString();
  expect(nextAttempt(busy(1, date), at(0))).toBe(120_000);
  expect(nextAttempt({ ...busy(1, '60'), status: 503 }, at(0))).toBe(60_000);
});

test.each(['60 ', '60 \t', `${new Date(60_000).toUTCString()} `])(
  'blanks behind a Retry-After, which HTTP allows, are no part of it: %p',
  (text) => expect(nextAttempt(busy(1, text), at(0))).toBe(60_000),
);

test('Retry-After is honoured up to the wait of the step after, and never makes a wait shorter', () => {
  expect(nextAttempt(busy(1, '86400'), at(0))).toBe(5 * M);
  expect(nextAttempt(busy(9, '999999999'), at(0))).toBe(24 * H);
  expect(nextAttempt(busy(2, '1'), at(0))).toBe(5 * M);
});

test.each(['', 'soon', '-5', '1.5', '99999999999999999999'])(
  'a Retry-After that means nothing is ignored: %p',
  (text) => expect(nextAttempt(busy(1, text), at(0))).toBe(5 * S),
);

test('Retry-After of any other status is ignored', () => {
  expect(nextAttempt({ tries: 1, status: 500, retryAfter: '60' }, at(0))).toBe(5 * S);
  expect(nextAttempt({ tries: 1, status: null, retryAfter: '60' }, at(0))).toBe(5 * S);
});

test('Retry-After does not add an attempt to a schedule that is over', () => {
  expect(nextAttempt(busy(10, '5'), at(0))).toBeNull();
});
