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

test('what is counted may have a size', () => {
  const shares = new Shares({ all: 100, ofOne: 10 });
  const end = shares.begin('one', 8);
  expect(shares.begin('one', 3)).toBe('own');
  expect(shares.begin('one', 2)).toEqual(expect.any(Function));
  if (typeof end !== 'string') end();
  expect(shares.begin('one', 8)).toEqual(expect.any(Function));
});

test('who takes little is not shut out by those who have all of it', () => {
  const shares = new Shares({ all: 20, ofOne: 10, anyway: 2 });
  for (const client of ['one', 'other']) shares.begin(client, 10);
  expect(shares.begin('third', 3)).toBe('all');
  expect(shares.begin('third', 2)).toEqual(expect.any(Function));
  expect(shares.begin('third')).toBe('all');
});
