import { shortNumber } from './number';

test.each([
  [0, '0'],
  [999, '999'],
  [1500, '1.5K'],
  [6000, '6K'],
  [12_000, '12K'],
  [123_456_789, '123M'],
])('an axis says %i whole, as %s: 12000 lost its first digit there', (count, text) => {
  expect(shortNumber(count)).toBe(text);
});
