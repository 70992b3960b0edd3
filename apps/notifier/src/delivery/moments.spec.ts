import { TestClock, testSettings } from '@parapet/chassis/testing';
import { LEASE_MS } from './delivery-leases';
import { Moments } from './moments';

const [SECOND, HOUR, DAY, YEAR] = [1_000, 3_600_000, 86_400_000, 365 * 86_400_000];

test('what is due more than a day later than the longest wait of the schedule and a lease was put off by a wrong clock, as far as one knows the time', () => {
  const clock = new TestClock();
  clock.stop();
  const moments = new Moments(clock, testSettings({ webhookScheduleMs: [0, HOUR, SECOND] }));
  const ahead = (): number | null => {
    const latest = moments.latestDue();
    return latest && latest - clock.now();
  };
  expect(ahead()).toBeNull();
  clock.advance(HOUR);
  const most = Math.ceil(1.1 * HOUR) + LEASE_MS + DAY;
  expect(ahead()).toBe(most);
  clock.leap(YEAR);
  expect(ahead()).toBe(most);
  clock.leap(-YEAR);
  expect(ahead()).toBe(most);
});

test('by a clock that is days behind for a moment nothing was put off', () => {
  const clock = new TestClock();
  clock.stop();
  const moments = new Moments(clock, testSettings());
  clock.advance(HOUR);
  const latest = moments.latestDue() ?? 0;
  clock.leap(-3 * DAY);
  expect(moments.latestDue()).toBe(latest);
  clock.leap(3 * DAY);
  expect(moments.latestDue()).toBe(latest);
  clock.leap(-3 * DAY);
  moments.latestDue();
  clock.advance(HOUR);
  expect(moments.latestDue()).toBe(latest - 3 * DAY + HOUR);
});

test('a lease was not put off that a process gave whose clock is a second ahead, whatever the schedule', () => {
  const clock = new TestClock();
  clock.stop();
  const moments = new Moments(clock, testSettings({ webhookScheduleMs: [0] }));
  clock.advance(HOUR);
  expect(moments.latestDue()).toBeGreaterThan(clock.now() + SECOND + LEASE_MS);
});
