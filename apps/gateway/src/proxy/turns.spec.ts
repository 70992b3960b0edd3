import { Crowded, Turns } from './turns';

const here = new AbortController().signal;

test('so many go at once, so many wait in their order, and one more is refused', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 2, wait: 60_000 });
  expect(turns.take(here)).toBeUndefined();
  const order: string[] = [];
  const [a, b] = ['a', 'b'].map((name) => turns.take(here)?.then(() => order.push(name)));
  await expect(turns.take(here)).rejects.toThrow(Crowded);
  turns.give();
  await a;
  expect(order).toEqual(['a']);
  turns.give();
  await b;
  turns.give();
  expect(turns.take(here)).toBeUndefined();
});

test('who waits too long, or has left, waits no more and takes nobody’s turn', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 2, wait: 1 });
  expect(turns.take(here)).toBeUndefined();
  const leaving = new AbortController();
  const left = turns.take(leaving.signal);
  leaving.abort();
  await expect(left).rejects.toThrow(Crowded);
  await expect(turns.take(leaving.signal)).rejects.toThrow(Crowded);
  await expect(turns.take(here)).rejects.toThrow(Crowded);
  turns.give();
  expect(turns.take(here)).toBeUndefined();
});
