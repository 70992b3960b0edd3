import type { DeliveryAttempt } from '@parapet/contracts';
import { failingTooLong, LEAST_FAILURES } from './failing-too-long';
import { runAfter, type WebhookHealth } from './webhook-health';

const DAY = 86_400_000;
const since = '2026-01-01T00:00:00.000Z';
const last_failure_at = '2026-01-06T00:00:00.000Z';
const run = { webhook_since: since, failing_since: '2026-01-02T00:00:00.000Z', failures: 11 };
const attempt = (on: string, error = 'status'): DeliveryAttempt => ({
  ...{ number: 1, started_at: on, duration_ms: 5, status: 500, error, response: '', address: null },
  message: 'the receiver answered 500',
});
const enough = attempt('2026-01-07T00:00:00.000Z');
const after = (afterMs: number, now = '2026-01-08T00:00:00.000Z') => ({
  ...{ afterMs, now: Date.parse(now) },
});

test('five days from the first failure to the newest are enough, and it is said why', () =>
  expect(failingTooLong({ since }, { run, last_failure_at }, enough, after(5 * DAY))).toBe(
    'every attempt since 2026-01-02T00:00:00Z failed, 12 in a row; the last one: the receiver answered 500',
  ));

test('a millisecond less is not', () => {
  const early = attempt('2026-01-06T23:59:59.999Z');
  expect(failingTooLong({ since }, { run, last_failure_at }, early, after(5 * DAY))).toBeNull();
});

test('a clock that is further ahead than is believed is not', () => {
  const early = '2026-01-06T23:59:59.999Z';
  expect(
    failingTooLong({ since }, { run, last_failure_at }, enough, after(5 * DAY, early)),
  ).toBeNull();
});

test('a failure long ago and few since are not', () => {
  const few = { ...run, failures: LEAST_FAILURES - 2 };
  expect(
    failingTooLong({ since }, { run: few, last_failure_at }, enough, after(5 * DAY)),
  ).toBeNull();
  const more = { ...run, failures: LEAST_FAILURES - 1 };
  expect(
    failingTooLong({ since }, { run: more, last_failure_at }, enough, after(5 * DAY)),
  ).not.toBeNull();
});

test('failures that a clock recorded which was behind, and one by the right time, are not', () => {
  const behind = { run: { ...run, failing_since: '1970-01-01T00:00:03.000Z' } };
  expect(
    failingTooLong({ since }, { ...behind, last_failure_at }, enough, after(5 * DAY)),
  ).toBeNull();
});

type Failing = Pick<WebhookHealth, 'run' | 'last_failure_at'>;
const failedAt = (...times: readonly string[]): Failing =>
  times.reduce<Failing>(
    (health, at) => ({ run: runAfter(health, at, since), last_failure_at: at }),
    { run: null, last_failure_at: null },
  );

test('one failure by a clock that was ten days behind does not make those of minutes too long, but five days do', () => {
  const health = failedAt(
    ...['2026-01-02T00:00:00.000Z', '2026-01-12T00:00:00.000Z'],
    ...['2026-01-12T00:00:05.000Z', '2026-01-12T00:05:00.000Z'],
  );
  const asOf = (time: string) =>
    failingTooLong({ since }, health, attempt(time), after(5 * DAY, '2026-01-18T00:00:00.000Z'));
  expect(asOf('2026-01-12T00:05:01.000Z')).toBeNull();
  expect(asOf('2026-01-16T23:59:59.999Z')).toBeNull();
  expect(asOf('2026-01-17T00:00:00.000Z')).not.toBeNull();
});

test('of a receiver that is asked seldom the time in which it was not does not count', () => {
  const health = failedAt(
    ...['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-14'].map((on) => `${on}T00:00:00.000Z`),
  );
  const asOf = (on: string) => {
    const time = `${on}T00:00:00.000Z`;
    return failingTooLong({ since }, health, attempt(time), after(5 * DAY, time));
  };
  expect([asOf('2026-01-16'), asOf('2026-01-17')]).toEqual([null, expect.any(String)]);
});

test('the first failure of all, or after a success, is not', () => {
  expect(failingTooLong({ since }, undefined, enough, after(0))).toBeNull();
  expect(failingTooLong({ since }, { run: null, last_failure_at }, enough, after(0))).toBeNull();
});

test('failures from before it was enabled again or led elsewhere are not', () => {
  const again = { since: '2026-01-03T00:00:00.000Z' };
  expect(failingTooLong(again, { run, last_failure_at }, enough, after(3 * DAY))).toBeNull();
});

test('a secret that cannot be read is not the failure of the receiver', () =>
  expect(
    failingTooLong(
      { since },
      { run, last_failure_at },
      attempt(enough.started_at, 'secret'),
      after(DAY),
    ),
  ).toBeNull());
