import type { Caller } from './caller';
import { CallerTurns } from './caller-turns';

const user = (tokenId: string): Caller => ({ kind: 'user', tokenId, permissions: [] });

/** Takes turns by name and tells in which order they came. */
function queue(): {
  order: string[];
  come: (caller: Caller, name: string, heavy?: boolean) => () => void;
} {
  const turns = new CallerTurns();
  const order: string[] = [];
  return {
    order,
    come: (caller, name, heavy = false) => turns.take(caller, heavy, () => void order.push(name)),
  };
}

test('four requests of a user are worked on at once, and the others in their order', () => {
  const { order, come } = queue();
  const gives = Array.from({ length: 11 }, (_, i) => come(user('a'), `a${i}`));
  expect(order).toHaveLength(4);
  gives[3]?.();
  gives[3]?.();
  expect(order.slice(4)).toEqual(['a4']);
  gives[0]?.();
  expect(order.slice(4)).toEqual(['a4', 'a5']);
});

test('nobody waits for another caller', () => {
  const { order, come } = queue();
  for (let i = 0; i < 100; i += 1) come(user('a'), `a${i}`);
  come(user('b'), 'b0');
  expect(order.at(-1)).toBe('b0');
});

test('who goes away while it waits takes nobody’s turn', () => {
  const { order, come } = queue();
  const gives = Array.from({ length: 10 }, (_, i) => come(user('a'), `a${i}`));
  gives[4]?.();
  gives[0]?.();
  expect(order.slice(4)).toEqual(['a5']);
});

test('turns that were given back can be taken again', () => {
  const { order, come } = queue();
  for (let i = 0; i < 100; i += 1) come(user('a'), `a${i}`)();
  expect(order).toHaveLength(100);
});

test('a heavy request waits for those before it, and those behind it for its end', () => {
  const { order, come } = queue();
  const light = come(user('a'), 'light');
  const heavy = come(user('a'), 'heavy', true);
  come(user('a'), 'behind');
  expect(order).toEqual(['light']);
  light();
  expect(order).toEqual(['light', 'heavy']);
  heavy();
  expect(order).toEqual(['light', 'heavy', 'behind']);
});
