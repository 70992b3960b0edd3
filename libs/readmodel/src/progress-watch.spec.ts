import { ProgressWatch } from './progress-watch';

test('all who wait share one question at a time, and each hears its own answer', async () => {
  let [asked, open, most, next] = [0, 0, 0, 0];
  const watch = new ProgressWatch(async () => {
    asked += 1;
    most = Math.max(most, (open += 1));
    const now = next;
    await new Promise((done) => setTimeout(done, 1));
    open -= 1;
    return now;
  }, 1);
  const waiting = Array.from({ length: 200 }, (_, i) => watch.reached(i % 2 === 0 ? 4 : 6, 60_000));
  next = 5;
  const even = await Promise.all(waiting.filter((_, i) => i % 2 === 0));
  expect(even).toEqual(Array(100).fill(true));
  const before = asked;
  next = 7;
  expect(await Promise.all(waiting)).toEqual(Array(200).fill(true));
  expect([most, asked - before < 100]).toEqual([1, true]);
});

test('whoever makes progress wakes those who wait at once', async () => {
  let next = 0;
  const watch = new ProgressWatch(async () => next, 60_000);
  const reached = watch.reached(0, 60_000);
  await new Promise((done) => setImmediate(done));
  next = 1;
  watch.wake();
  expect(await reached).toBe(true);
});

test('what is not reached in time is false, at the latest a look later', async () => {
  const watch = new ProgressWatch(async () => 3, 1);
  expect(await watch.reached(2, 0)).toBe(true);
  expect(await watch.reached(3, 0)).toBe(false);
});

test('when progress cannot be asked everybody hears why, and the next one asks again', async () => {
  let away = true;
  const watch = new ProgressWatch(async () => {
    if (away) throw new Error('away');
    return 1;
  }, 1);
  const heard = await Promise.allSettled([watch.reached(0, 1_000), watch.reached(5, 1_000)]);
  expect(heard.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect(await watch.reached(0, 1_000)).toBe(true);
});

test('a store that answers slowly is asked during half of the time at most', async () => {
  jest.useFakeTimers();
  try {
    let asked = 0;
    const slow = (): Promise<number> => {
      asked += 1;
      return new Promise((answer) => setTimeout(() => answer(0), 1_000));
    };
    const reached = new ProgressWatch(slow, 20).reached(0, 10_000);
    await jest.advanceTimersByTimeAsync(12_000);
    expect(await reached).toBe(false);
    expect(asked).toBe(6);
  } finally {
    jest.useRealTimers();
  }
});
