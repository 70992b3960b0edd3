import fc from 'fast-check';
import {
  afterAttempt,
  type Breaker,
  findsDown,
  LONGEST_PAUSE_MS,
  OPENS_AFTER,
  placesOf,
} from './breaker';

const SETTINGS = { seed: 20260303, numRuns: 1_000 };
const failed = (was: Breaker | undefined, at: number): Breaker | undefined =>
  afterAttempt(was, { down: true, askedMs: 0, startedAt: at }, at);
const worked = { down: false, askedMs: 0, startedAt: 0 };
const busy = (startedAt: number, askedMs: number) => ({ down: true, askedMs, startedAt });

/** A breaker that has just opened at the moment 0. */
function opened(): Breaker | undefined {
  let breaker: Breaker | undefined;
  for (let i = 0; i < OPENS_AFTER; i += 1) breaker = failed(breaker, 0);
  return breaker;
}

test('it opens with the tenth failure in a row', () => {
  let breaker: Breaker | undefined;
  for (let i = 1; i < OPENS_AFTER; i += 1) breaker = failed(breaker, 0);
  expect(placesOf(breaker, 0)).toBe(Infinity);
  expect(placesOf(failed(breaker, 0), 0)).toBe(0);
  const afterSuccess = failed(afterAttempt(breaker, worked, 0), 0);
  expect(placesOf(afterSuccess, 0)).toBe(Infinity);
});

test('probes are made after 1 s, and after twice the pause whenever one failed, up to a minute', () => {
  const pauses: number[] = [];
  let breaker = opened();
  for (let at = 0; pauses.length < 9; breaker = failed(breaker, at)) {
    const { probeAt = NaN } = breaker?.open ?? {};
    pauses.push(probeAt - at);
    expect(placesOf(breaker, probeAt - 1)).toBe(0);
    expect(placesOf(breaker, probeAt)).toBe(1);
    at = probeAt;
  }
  expect(pauses.map((ms) => ms / 1000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('what was under way when it opened does not put the probe off', () => {
  const breaker = opened();
  expect(afterAttempt(breaker, { ...busy(999, 0) }, 900_000)).toBe(breaker);
});

test('an attempt that found the receiver up closes it, also one from before it opened', () =>
  expect(afterAttempt(opened(), worked, 1)).toBeUndefined());

test('a receiver that says when to come back is left alone until then, a minute at most, and asked once', () => {
  const rests = afterAttempt(undefined, busy(0, 5_000), 100);
  expect([100, 5_099, 5_100].map((at) => placesOf(rests, at))).toEqual([0, 0, 1]);
  const longer = afterAttempt(rests, busy(5_100, 7_000), 5_200);
  expect([12_199, 12_200].map((at) => placesOf(longer, at))).toEqual([0, 1]);
  expect(placesOf(afterAttempt(undefined, busy(0, 3_600_000), 0), LONGEST_PAUSE_MS)).toBe(1);
});

test('a receiver that was busy gets one at a time until it has taken eight, and again from the next refusal on', () => {
  let breaker = afterAttempt(undefined, busy(0, 1_000), 0);
  const takes = (at: number): void => {
    breaker = afterAttempt(breaker, { ...worked, startedAt: at }, at);
  };
  for (let at = 1_000; at < 1_007; at += 1) takes(at);
  expect(placesOf(breaker, 1_007)).toBe(1);
  breaker = afterAttempt(breaker, busy(1_007, 2_000), 1_007);
  expect([3_006, 3_007].map((at) => placesOf(breaker, at))).toEqual([0, 1]);
  for (let at = 3_007; at < 3_015; at += 1) takes(at);
  expect(breaker).toBeUndefined();
});

test('one that asks for a second each time, ten times in a row, is down: it is asked no oftener than any that is', () => {
  const pauses: number[] = [];
  let breaker = afterAttempt(undefined, busy(0, 1_000), 0);
  for (let at = 0; pauses.length < 17; breaker = afterAttempt(breaker, busy(at, 1_000), at)) {
    const { probeAt = NaN } = breaker?.open ?? {};
    pauses.push(probeAt - at);
    at = probeAt;
  }
  const few = Array.from({ length: OPENS_AFTER - 1 }, () => 1);
  expect(pauses.map((ms) => ms / 1000)).toEqual([...few, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('what it took that was under way as it asked to be left alone takes nothing back, nor does what it refused make it longer', () => {
  const rests = afterAttempt(undefined, busy(0, 5_000), 100);
  expect(afterAttempt(rests, { ...worked, startedAt: 90 }, 150)).toBe(rests);
  expect(afterAttempt(rests, busy(95, 5_000), 200)).toBe(rests);
});

test('a clock that is set back does not keep a receiver waiting, nor let it be asked again and again', () => {
  const setBack = -LONGEST_PAUSE_MS - 1;
  expect(placesOf(opened(), setBack)).toBe(1);
  const after = failed(opened(), setBack);
  expect(placesOf(after, setBack)).toBe(0);
  expect(after?.open?.probeAt).toBe(setBack + 2_000);
});

test('a clock that is set back does not keep a receiver that was busy at one at a time', () => {
  const setBack = -LONGEST_PAUSE_MS - 1_000;
  let breaker = afterAttempt(undefined, busy(0, 1_000), 0);
  for (let at = setBack; at < setBack + 8; at += 1)
    breaker = afterAttempt(breaker, { ...worked, startedAt: at }, at);
  expect(breaker).toBeUndefined();
});

const step = fc.record({
  ...{ down: fc.boolean(), askedMs: fc.oneof(fc.constant(0), fc.nat(200_000)) },
  ...{ tookMs: fc.nat(20_000), waitMs: fc.nat(90_000) },
});

test('whatever happened, the next attempt may be made within a minute, and any number after some successes', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let breaker: Breaker | undefined;
      let [now, failures, taken] = [0, 0, 0];
      for (const { down, askedMs, tookMs, waitMs } of steps) {
        const startedAt = now;
        now += tookMs;
        breaker = afterAttempt(breaker, { down, askedMs, startedAt }, now);
        failures = down ? failures + 1 : 0;
        taken = down ? 0 : taken + 1;
        expect(placesOf(breaker, now + LONGEST_PAUSE_MS)).toBeGreaterThan(0);
        // One that began in the very moment in which the pause did may be from before it.
        if (taken > 8 + 1) expect(placesOf(breaker, now)).toBe(Infinity);
        if (failures >= OPENS_AFTER) expect(placesOf(breaker, now)).toBeLessThanOrEqual(1);
        now += waitMs;
      }
    }),
    SETTINGS,
  ));

test.each([
  [{ error: 'connect', status: null }, true],
  [{ error: 'timeout', status: 200 }, true],
  [{ error: 'tls', status: null }, true],
  [{ error: 'dns', status: null }, true],
  [{ error: 'closed', status: null }, true],
  [{ error: 'status', status: 500 }, true],
  [{ error: 'status', status: 503 }, true],
  [{ error: 'status', status: 429 }, true],
  [{ error: 'status', status: 400 }, false],
  [{ error: 'status', status: 302 }, false],
  [{ error: 'refused_address', status: null }, false],
  [{ error: 'secret', status: null }, false],
  [{ error: null, status: 200 }, false],
])('%j finds the receiver down: %s', (attempt, down) => expect(findsDown(attempt)).toBe(down));
