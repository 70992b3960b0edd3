import { timeLeft } from './time-left';

test('what is left takes as long as what was done in the last half minute lets think', () => {
  let now = 0;
  const left = timeLeft(() => now);
  const at = (second: number, done: number): number | null => {
    now = second * 1_000;
    return left(done, 1_000);
  };
  expect(at(0, 0)).toBeNull();
  expect(at(1, 10)).toBeNull();
  expect(at(10, 100)).toBe(90);
  expect(at(30, 700)).toBe(13);
  // The slow beginning is forgotten by now.
  expect(at(40, 900)).toBe(4);
  expect(at(50, 1_000)).toBe(0);
});

test('nothing is told while nothing goes on', () => {
  let now = 0;
  const left = timeLeft(() => now);
  expect(left(10, 100)).toBeNull();
  now = 10_000;
  expect(left(10, 100)).toBeNull();
});

test('work that begins anew is estimated anew', () => {
  let now = 0;
  const left = timeLeft(() => now);
  left(90, 100);
  now = 10_000;
  expect(left(0, 100)).toBeNull();
  now = 20_000;
  expect(left(50, 100)).toBe(10);
});
