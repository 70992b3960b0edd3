import { DeadlineSweep } from './deadline-sweep';

const BOUND_MS = 15_000;
const SWEEP_MS = 250;

let sweep: DeadlineSweep;
beforeEach(() => {
  jest.useFakeTimers();
  sweep = new DeadlineSweep(BOUND_MS);
});
afterEach(() => jest.useRealTimers());

test('a request has all of its time, and is cut when that is over', () => {
  const cut = jest.fn();
  const deadline = sweep.begin(cut);
  jest.advanceTimersByTime(BOUND_MS - 1);
  expect([cut.mock.calls.length, deadline.expired]).toEqual([0, false]);
  jest.advanceTimersByTime(1 + SWEEP_MS);
  expect([cut.mock.calls.length, deadline.expired]).toEqual([1, true]);
});

test('one that has ended is not cut, and one that still hangs then is', () => {
  const [ended, hangs] = [jest.fn(), jest.fn()];
  const first = sweep.begin(ended);
  sweep.begin(hangs);
  sweep.end(first);
  jest.advanceTimersByTime(BOUND_MS + SWEEP_MS);
  expect([ended.mock.calls.length, hangs.mock.calls.length]).toEqual([0, 1]);
});

test('nobody looks while nothing is open', () => {
  const deadlines = [sweep.begin(jest.fn()), sweep.begin(jest.fn())];
  expect(jest.getTimerCount()).toBe(1);
  for (const deadline of deadlines) sweep.end(deadline);
  expect(jest.getTimerCount()).toBe(0);
});

test('closing ends all that are open', () => {
  const cut = jest.fn();
  const deadline = sweep.begin(cut);
  sweep.close();
  expect([cut.mock.calls.length, deadline.expired]).toEqual([1, true]);
  expect(jest.getTimerCount()).toBe(0);
});
