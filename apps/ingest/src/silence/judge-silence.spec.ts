import { hearAgent, type Hearing } from '@parapet/chassis';
import type { Activity } from '@parapet/contracts';
import { judgeSilence } from './judge-silence';

const MINUTE = 60_000;
const START = Date.parse('2026-03-03T08:00:00.000Z');
const RULE = { afterMs: 15 * MINUTE, newsMs: 30 * 24 * 60 * MINUTE };
const minutes = (n: number): number => START + n * MINUTE;

const seen = (minute: number, accepted: number, sightings: number, duplicate = 0): Activity => ({
  ...{ id: 'agent_1', sightings, carried_at: '2026-03-01T00:00:00.000Z' },
  last_seen: new Date(minutes(minute)).toISOString(),
  tally: { accepted, duplicate, rejected: {}, lost: 0 },
});
/** How it was heard after one activity after another. */
function after(...activities: readonly Activity[]): Hearing {
  let hearing: Hearing | undefined;
  for (const [i, now] of activities.entries())
    hearing = hearAgent(hearing, { now, was: activities[i - 1] }, RULE.afterMs);
  if (!hearing) throw new Error('it was never heard');
  return hearing;
}

/** Heard at these minutes, with one observation a second since the first. */
const heardAt = (...times: readonly number[]): Hearing =>
  after(...times.map((minute, i) => seen(minute, 100 + 60 * minute, i + 1)));
const judge = (hearing: Hearing, minute: number, wellSince = 0) =>
  judgeSilence(hearing, { now: minutes(minute), wellSince: minutes(wellSince) }, RULE);

const HOUR = [0, 10, 20, 30, 40, 50, 60];

test('given an agent heard for an hour without a pause, when 15 minutes go by, then it is silent', () => {
  expect(judge(heardAt(...HOUR), 74.9)).toBeNull();
  expect(judge(heardAt(...HOUR), 75)).toEqual({
    last_seen: '2026-03-03T09:00:00.000Z',
    heard_since: '2026-03-03T08:00:00.000Z',
    per_minute: 60,
  });
});

test('given an agent heard for less than an hour, then no pause is a silence', () =>
  expect(judge(heardAt(0, 10, 20, 30, 40, 50, 59), 200)).toBeNull());

test('given an agent that is heard now and then, then no pause is a silence', () =>
  expect(judge(heardAt(0, 16, 32, 48, 64, 80, 96), 200)).toBeNull());

test('given an agent that came back, then it must be heard for an hour again', () => {
  const back = HOUR.map((minute) => minute + 100);
  expect(judge(heardAt(...HOUR, 100, 110), 200)).toBeNull();
  expect(judge(heardAt(...HOUR, ...back), 175)).toMatchObject({
    heard_since: '2026-03-03T09:40:00.000Z',
  });
});

test('given a clock that was ahead and is set right, when it has been heard for an hour again, then its silence is told', () => {
  const again = HOUR.map((minute) => minute + 70);
  expect(judge(heardAt(...HOUR, 9_999, ...again), 145)).toMatchObject({
    heard_since: '2026-03-03T09:10:00.000Z',
  });
});

test('given a house that was not well, when it is again, then a whole period is waited', () => {
  expect(judge(heardAt(...HOUR), 100, 90)).toBeNull();
  expect(judge(heardAt(...HOUR), 105, 90)).not.toBeNull();
});

test('given a silence older than observations are kept, then it is no news', () =>
  expect(judge(heardAt(...HOUR), 61 + 30 * 24 * 60)).toBeNull());

const sentIn = ({ sent, sentBefore }: Hearing): number => sent - sentBefore;

test('duplicates were sent too, and what was sent before the hearing does not count', () =>
  expect(sentIn(after(seen(0, 1_000, 1, 50), seen(10, 1_020, 2, 80)))).toBe(50));

test('given sightings that are forgotten by now, when what they told is carried on, then it was not sent in this hearing', () =>
  expect(
    sentIn(after(seen(0, 10, 1), seen(10, 30, 2), seen(10, 5_030, 902), seen(20, 5_031, 903))),
  ).toBe(21));
