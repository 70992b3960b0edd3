import { TestClock, testSettings } from '@parapet/chassis/testing';
import { LEASE_MS } from './delivery-leases';
import { Moments } from './moments';

const [SECOND, HOUR, YEAR] = [1_000, 3_600_000, 365 * 86_400_000];

test('what is due later than the longest wait of the schedule and a lease was put off by a wrong clock, as far as one knows the time', () => {
  const clock = new TestClock();
  clock.stop();
  const moments = new Moments(clock, testSettings({ webhookScheduleMs: [0, HOUR, SECOND] }));
  const ahead = (): number | null => {
    const latest = moments.latestDue();
    return latest && latest - clock.now();
  };
  expect(ahead()).toBeNull();
  clock.advance(HOUR);
  const most = Math.ceil(1.1 * HOUR) + LEASE_MS;
  expect(ahead()).toBe(most);
  clock.leap(YEAR);
  expect(ahead()).toBe(most);
  clock.leap(-YEAR);
  expect(ahead()).toBe(most);
});
