import { NONE_TICKED, onlyTicked, stillTicked, withTick } from './ticks';

const issues = (...ids: string[]) => ids.map((id) => ({ id }));
const ticked = (...ids: string[]) => ({ list: 'open', ids: new Set(ids) });

test('an issue that left the list is not ticked, also when it comes back', () => {
  const after = stillTicked(ticked('a', 'b'), 'open', issues('b', 'c'));
  expect(after).toEqual(ticked('b'));
  expect(stillTicked(after, 'open', issues('a', 'b', 'c'))).toBe(after);
});

test('in another list nothing is ticked', () => {
  const after = stillTicked(ticked('a'), 'resolved', issues('a'));
  expect(after).toEqual({ list: 'resolved', ids: NONE_TICKED });
});

test('ticks are set and taken away', () => {
  const both = withTick(withTick(ticked(), 'a', true), 'b', true);
  expect([both, withTick(both, 'a', false)]).toEqual([ticked('a', 'b'), ticked('b')]);
});

test('what is meant for one list ticks nothing in the list that is shown by then', () => {
  expect(onlyTicked(ticked('a', 'b'), 'open', ['b', 'c'])).toEqual(ticked('b', 'c'));
  const now = ticked('a');
  expect(onlyTicked(now, 'resolved', ['b'])).toBe(now);
});
