import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { shownBy } from '../auth/sessions';
import { CallerRefusals } from './caller-refusals';

const times = (count: number, ask: () => boolean): boolean[] => Array.from({ length: count }, ask);

test('a hundred refusals are free, the next are too many, and others are not meant', () => {
  const refusals = new CallerRefusals();
  expect(times(100, () => refusals.tooOften('a', 1))).not.toContain(true);
  expect(refusals.tooOften('a', 1)).toBe(true);
  expect(refusals.tooOften('b', 1)).toBe(false);
});

test('what is right is never held against anybody, and makes good for what was wrong', () => {
  const refusals = new CallerRefusals();
  times(1_000, () => refusals.tooOften('a', 1));
  expect(times(101, () => refusals.tooOften('a', 0))).not.toContain(true);
  expect(refusals.tooOften('a', 1)).toBe(false);
});

test('who is wrong as often as right is never slowed down', () => {
  const refusals = new CallerRefusals();
  const turn = (): boolean => refusals.tooOften('a', 1) || refusals.tooOften('a', 0);
  expect(times(1_000, turn)).not.toContain(true);
});

test('thousands of tokens that somebody made up leave room for those who come after them', () => {
  const refusals = new CallerRefusals();
  for (let i = 0; i < 10_000; i += 1) refusals.tooOften(`made up ${i}`, 1);
  times(100, () => refusals.tooOften('a', 1));
  expect(refusals.tooOften('a', 1)).toBe(true);
});

test.each([
  ['sessions of many bytes', (made: string) => `parapet_session=${made}`],
  [
    'sessions among many other cookies',
    (made: string) => `parapet_session=${made.slice(0, 64)}; a=${made}`,
  ],
])('%s that somebody made up take no more memory than others', (_, cookieOf) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const refusals = new CallerRefusals();
  const before = held();
  for (let i = 0; i < 5_000; i += 1) {
    const name = shownBy({ cookie: cookieOf(randomBytes(3_900).toString('hex')) });
    if (name !== undefined) refusals.tooOften(name, 1);
  }
  expect(held() - before).toBeLessThan(10_000_000);
  expect(refusals.tooOften('a', 1)).toBe(false);
});
