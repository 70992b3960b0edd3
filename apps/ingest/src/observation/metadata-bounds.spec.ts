import { brokenBound, MAX_DEPTH, MAX_KEYS } from './metadata-bounds';

const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
const wide = (keys: number): object =>
  Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]));

test('takes 8 levels and 256 keys', () => {
  expect(brokenBound(nested(MAX_DEPTH))).toBeNull();
  expect(brokenBound(wide(MAX_KEYS))).toBeNull();
});

test('refuses a ninth level, whether of objects or of lists', () => {
  expect(brokenBound(nested(MAX_DEPTH + 1))).toMatch('deeper than 8 levels');
  expect(brokenBound({ a: [[[[[[[[]]]]]]]] })).toMatch('deeper than 8 levels');
});

test('counts keys over all levels', () => {
  expect(brokenBound({ a: wide(200), b: [wide(54)] })).toBeNull();
  expect(brokenBound({ a: wide(200), b: [wide(55)] })).toMatch('more than 256 keys');
});

test('refuses numbers that no number can hold, however deep they lie', () => {
  expect(brokenBound({ a: [{ b: 1e308 }] })).toBeNull();
  for (const text of ['1e400', '-1e400', '9'.repeat(400)])
    expect(brokenBound({ a: [{ b: JSON.parse(text) as unknown }] })).toMatch('beyond 1.8e308');
});
