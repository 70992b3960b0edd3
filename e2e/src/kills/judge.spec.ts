import type { Heard } from './hearing';
import { isExplained, repeatsOf } from './judge';

const heard = (id: string, at: number, status = 200): Heard => ({
  ...{ path: '/', id, issue: `issue of ${id}`, body: '{}', at, status },
});
const repeat = { first: heard('a', 1_000), again: heard('a', 40_000) };

test('what was refused and comes again is no repeat, what was taken and comes again is one', () => {
  const all = [heard('a', 1, 500), heard('a', 2), heard('b', 3), heard('a', 4)];
  expect(repeatsOf(all)).toEqual([{ first: all[1], again: all[3] }]);
});

test('a notifier killed right after it sent explains a repeat, one killed before or much later does not', () => {
  const killed = (at: number) => [{ target: 'notifier-1' as const, at, backAt: at + 500 }];
  expect(isExplained(repeat, killed(1_200))).toBe(true);
  expect(isExplained(repeat, killed(700))).toBe(false);
  expect(isExplained(repeat, killed(9_000))).toBe(false);
});

test('a request that arrives a moment after its sender was killed was sent before', () => {
  expect(isExplained(repeat, [{ target: 'notifier-1', at: 980, backAt: 1_500 }])).toBe(true);
});

test('while the log is away a result waits for it: a notifier killed meanwhile explains a repeat', () => {
  const log = { target: 'log' as const, at: 800, backAt: 8_000 };
  expect(isExplained(repeat, [log])).toBe(false);
  expect(isExplained(repeat, [log, { target: 'notifier-2', at: 9_000, backAt: 9_500 }])).toBe(true);
});
