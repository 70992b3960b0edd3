import { allOver } from './all-over';

test('what failed is told when the rest is over, too: nothing goes on behind the back of whoever waits', async () => {
  const slow = Promise.withResolvers<void>();
  let isOver = false;
  const all = allOver([Promise.reject(new Error('no way')), slow.promise]).finally(
    () => (isOver = true),
  );
  const told = expect(all).rejects.toThrow('no way');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  slow.resolve();
  await told;
});
