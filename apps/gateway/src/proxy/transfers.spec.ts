import { Transfers } from './transfers';

test('so many large answers are on their way, to one client and to all, and no more', () => {
  const transfers = new Transfers({ all: 3, ofOne: 2 });
  const [first, second] = [transfers.begin('a'), transfers.begin('a')];
  expect([first, second]).not.toContain(null);
  expect(transfers.begin('a')).toBeNull();
  expect(transfers.begin('b')).not.toBeNull();
  expect(transfers.begin('c')).toBeNull();
  first?.();
  expect(transfers.begin('c')).not.toBeNull();
  expect(transfers.begin('b')).toBeNull();
  second?.();
  expect(transfers.begin('a')).not.toBeNull();
});
