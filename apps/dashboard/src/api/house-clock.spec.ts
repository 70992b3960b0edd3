import { heedClock, houseNow, houseTime, noteSent } from './house-clock';

const HOUR_MS = 3_600_000;
const HERE = Date.parse('2026-03-01T12:00:00.400Z');

const answerAt = (date: string | undefined): Response =>
  new Response('{}', { headers: date === undefined ? {} : { date } });
const asked = (): Request => new Request('https://house.example/v1/agents');
const offBy = (ms: number): string => new Date(HERE + ms).toUTCString();

beforeEach(() => jest.useFakeTimers({ now: HERE }));
afterEach(() => {
  heedClock(answerAt(offBy(0)), asked());
  jest.useRealTimers();
});

test.each([-3 * HOUR_MS, 3 * HOUR_MS])(
  'on a machine whose clock is hours off it is what time the house says: %d ms',
  (off) => {
    const answer = answerAt(offBy(off));
    expect(heedClock(answer, asked())).toBe(answer);
    expect(Math.abs(houseNow() - (HERE + off))).toBeLessThan(1_000);
    expect(houseTime(HERE) - HERE).toBe(houseNow() - Date.now());
  },
);

test.each([undefined, 'soon', offBy(-40_000), offBy(0)])(
  'an answer that tells no time, or took a while, moves no clock: %s',
  (date) => {
    heedClock(answerAt(date), asked());
    expect(houseNow()).toBe(HERE);
  },
);

test('a clock that is set right is followed again', () => {
  heedClock(answerAt(offBy(HOUR_MS)), asked());
  heedClock(answerAt(offBy(0)), asked());
  expect(houseNow()).toBe(HERE);
});

test('a machine that slept until an answer was read goes on by its own clock', () => {
  const request = noteSent(asked());
  jest.setSystemTime(HERE + 3 * HOUR_MS);
  heedClock(answerAt(offBy(1_000)), request);
  expect(houseNow()).toBe(HERE + 3 * HOUR_MS);
});
