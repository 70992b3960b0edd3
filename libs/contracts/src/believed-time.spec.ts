import { BelievedTime } from './believed-time';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const START = Date.UTC(2026, 5, 30);

/** A machine whose clock is as far ahead as it is told. */
function machine(known: number, ahead = 0, leaps?: 'either way') {
  let elapsed = 0;
  const clock = { ahead };
  const now = (): number => START + elapsed + clock.ahead;
  const time = new BelievedTime({ now, elapsed: () => elapsed }, known, leaps);
  /** What is believed after so long, as milliseconds since the start. */
  const after = (ms: number): number | null => {
    elapsed += ms;
    const believed = time.get();
    return believed === null ? null : believed - START;
  };
  return { clock, after };
}

test('a clock that goes as it should is believed, also after a day of sleep or set back', () => {
  const { clock, after } = machine(START);
  expect(after(HOUR)).toBe(HOUR);
  clock.ahead = DAY - MINUTE;
  expect(after(HOUR)).toBe(2 * HOUR + DAY - MINUTE);
  clock.ahead = -DAY;
  expect(after(HOUR)).toBe(3 * HOUR - DAY);
});

test('a clock that is far ahead for a moment is not believed', () => {
  const { clock, after } = machine(START);
  clock.ahead = 3_650 * DAY;
  expect(after(MINUTE)).toBe(MINUTE);
  expect(after(28 * MINUTE)).toBe(29 * MINUTE);
  clock.ahead = 0;
  expect(after(10 * MINUTE)).toBe(39 * MINUTE);
  clock.ahead = 3_650 * DAY;
  expect(after(10 * MINUTE)).toBe(49 * MINUTE);
});

test('a clock that stays ahead for half an hour is believed: what it was told before was wrong', () => {
  const { clock, after } = machine(START);
  clock.ahead = 2 * DAY;
  expect(after(MINUTE)).toBe(MINUTE);
  expect(after(30 * MINUTE)).toBe(31 * MINUTE + 2 * DAY);
  expect(after(MINUTE)).toBe(32 * MINUTE + 2 * DAY);
});

test('a machine that begins with a wrong clock goes on from what it knows', () => {
  const { after } = machine(START - HOUR, 400 * DAY);
  expect(after(MINUTE)).toBe(MINUTE - HOUR);
});

test('where nothing is known nothing is believed for half an hour', () => {
  const { after } = machine(-Infinity);
  expect(after(MINUTE)).toBeNull();
  expect(after(29 * MINUTE)).toBeNull();
  expect(after(MINUTE)).toBe(31 * MINUTE);
});

test('a clock that is far behind for a moment is not believed where that is asked for', () => {
  const { clock, after } = machine(START, 0, 'either way');
  clock.ahead = -2 * DAY;
  expect(after(MINUTE)).toBe(MINUTE);
  clock.ahead = 0;
  expect(after(MINUTE)).toBe(2 * MINUTE);
  clock.ahead = -2 * DAY;
  expect(after(MINUTE)).toBe(3 * MINUTE);
  expect(after(30 * MINUTE)).toBe(33 * MINUTE - 2 * DAY);
});
