import { Shares } from './shares';

test('so many are going on, for one client and for all, and no more', () => {
  const shares = new Shares({ all: 3, ofOne: 2 });
  const [first, second] = [shares.begin('a'), shares.begin('a')];
  expect(shares.begin('a')).toBe('own');
  expect(shares.begin('b')).toEqual(expect.any(Function));
  expect(shares.begin('c')).toBe('all');
  for (const end of [first, second]) if (typeof end === 'function') end();
  expect(shares.begin('c')).toEqual(expect.any(Function));
  expect(shares.begin('a')).toEqual(expect.any(Function));
  expect(shares.begin('b')).toBe('all');
});
