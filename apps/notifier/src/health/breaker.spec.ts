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
  afterAttempt(was, { down: true, startedAt: at }, at);
const worked = { down: false, startedAt: 0 };

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
  expect(afterAttempt(breaker, { down: true, startedAt: 999 }, 900_000)).toBe(breaker);
});

test('an attempt that found the receiver up closes it, also one from before it opened', () =>
  expect(afterAttempt(opened(), worked, 1)).toBeUndefined());

test('a clock that is set back does not keep a receiver waiting, nor let it be asked again and again', () => {
  const setBack = -LONGEST_PAUSE_MS - 1;
  expect(placesOf(opened(), setBack)).toBe(1);
  const after = failed(opened(), setBack);
  expect(placesOf(after, setBack)).toBe(0);
  expect(after?.open?.probeAt).toBe(setBack + 2_000);
});

const step = fc.record({ down: fc.boolean(), tookMs: fc.nat(20_000), waitMs: fc.nat(90_000) });

test('whatever happened, the next attempt may be made within a minute, and any number after a success', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let [breaker, now, failures]: [Breaker | undefined, number, number] = [undefined, 0, 0];
      for (const { down, tookMs, waitMs } of steps) {
        const startedAt = now;
        now += tookMs;
        breaker = afterAttempt(breaker, { down, startedAt }, now);
        failures = down ? failures + 1 : 0;
        expect(placesOf(breaker, now + LONGEST_PAUSE_MS)).toBeGreaterThan(0);
        if (failures < OPENS_AFTER) expect(placesOf(breaker, now)).toBe(Infinity);
        else expect(placesOf(breaker, now)).toBeLessThanOrEqual(1);
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
