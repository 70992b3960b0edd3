import { compared } from './compared';

test('the newest version is compared with the one before', () =>
  expect(compared(5, {})).toEqual({ from: 4, to: 5 }));

test('a version is compared with the one before it unless another is named', () => {
  expect(compared(5, { to: 3 })).toEqual({ from: 2, to: 3 });
  expect(compared(5, { from: 1, to: 3 })).toEqual({ from: 1, to: 3 });
  expect(compared(5, { from: 2 })).toEqual({ from: 2, to: 5 });
});

test('the first version has none before it', () =>
  expect(compared(1, {})).toEqual({ from: 1, to: 1 }));

test('the earlier one comes first, and there is none after the newest', () => {
  expect(compared(5, { from: 4, to: 2 })).toEqual({ from: 2, to: 4 });
  expect(compared(5, { from: 9, to: 7 })).toEqual({ from: 5, to: 5 });
});
