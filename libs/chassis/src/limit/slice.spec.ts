import { Slice } from './slice';

test('what was let pass alone while a slice was on its way is not let pass again when it has come', async () => {
  const answer = Promise.withResolvers<number>();
  const slice = new Slice(5, () => answer.promise);
  const waiting = slice.take(1);
  for (let i = 0; i < 5; i += 1) expect(slice.takeApart(1)).toBe(true);
  expect(slice.takeApart(1)).toBe(false);
  answer.resolve(1);
  expect(await waiting).toBe(false);
  expect([slice.takeKnown(1), slice.remaining]).toEqual([false, 0]);
});

test('to ask reserves nothing, and says whether something is left', async () => {
  let reserved = 0;
  const slice = new Slice(2, (by) => Promise.resolve((reserved += by)));
  for (let i = 0; i < 9; i += 1) expect(slice.takeKnown(0)).toBe(true);
  expect(reserved).toBe(0);
  expect([await slice.take(1), await slice.take(1)]).toEqual([true, true]);
  expect([slice.takeKnown(0), slice.takeKnown(1)]).toEqual([false, false]);
});
