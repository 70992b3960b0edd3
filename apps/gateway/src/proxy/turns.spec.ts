import { setImmediate as immediately } from 'node:timers/promises';
import { Crowded, OWN_CROWD, Turns } from './turns';

const here = { client: 'a', left: new AbortController().signal, waited: 0 };

test('so many go at once, so many wait in their order, and one more is refused', async () => {
  const turns = new Turns({ atOnce: 1, ofOne: 1, waiting: 2, wait: 60_000 });
  expect(turns.take(here)).toBeUndefined();
  const order: string[] = [];
  const [a, b] = ['a', 'b'].map((name) => turns.take(here)?.then(() => order.push(name)));
  await expect(turns.take(here)).rejects.toThrow(Crowded);
  turns.give('a');
  await a;
  expect(order).toEqual(['a']);
  turns.give('a');
  await b;
  turns.give('a');
  expect(turns.take(here)).toBeUndefined();
});

test('who waits too long, or has left, waits no more and takes nobody’s turn', async () => {
  const turns = new Turns({ atOnce: 1, ofOne: 1, waiting: 2, wait: 1 });
  expect(turns.take(here)).toBeUndefined();
  const leaving = new AbortController();
  const left = turns.take({ ...here, left: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toThrow(Crowded);
  await expect(turns.take({ ...here, left: leaving.signal })).rejects.toThrow(Crowded);
  await expect(turns.take(here)).rejects.toThrow(Crowded);
  turns.give('a');
  expect(turns.take(here)).toBeUndefined();
});

test('who has waited elsewhere waits here only for the rest of its time', async () => {
  const turns = new Turns({ atOnce: 1, ofOne: 1, waiting: 2, wait: 3_600_000 });
  const waited = 3_600_000;
  expect(turns.take({ ...here, waited })).toBeUndefined();
  await expect(turns.take({ ...here, waited })).rejects.toThrow(Crowded);
});

test('who waits behind itself is told so, and who waits behind others is not', async () => {
  const turns = new Turns({ atOnce: 1, ofOne: 1, waiting: OWN_CROWD + 1, wait: 60_000 });
  expect(turns.take(here)).toBeUndefined();
  const own = Array.from({ length: OWN_CROWD + 1 }, () => turns.take(here));
  await expect(turns.take(here)).rejects.toMatchObject({ own: true });
  // The last one makes room for the first of another client.
  const other = turns.take({ ...here, client: 'b' });
  await expect(own.pop()).rejects.toMatchObject({ own: true });
  const few = new Turns({ atOnce: 1, ofOne: 1, waiting: 1, wait: 60_000 });
  expect(few.take(here)).toBeUndefined();
  const one = few.take(here);
  await expect(few.take({ ...here, client: 'b' })).rejects.toMatchObject({ own: false });
  few.give('a');
  for (const client of ['a', 'a', 'b', ...own.map(() => 'a')]) turns.give(client);
  await Promise.all([one, other, ...own]);
});

test('a client has no more turns at once than its share, and others go before it', async () => {
  const turns = new Turns({ atOnce: 4, ofOne: 2, waiting: 3, wait: 60_000 });
  expect([turns.take(here), turns.take(here)]).toEqual([undefined, undefined]);
  const third = turns.take(here);
  expect(third).toBeInstanceOf(Promise);
  expect(turns.take({ ...here, client: 'b' })).toBeUndefined();
  turns.give('a');
  await third;
});

describe('several clients', () => {
  /** One of client `a` has the only turn. */
  const full = (waiting: number): { order: string[]; come: typeof come; over: typeof over } => {
    const turns = new Turns({ atOnce: 1, ofOne: 1, waiting, wait: 60_000 });
    expect(turns.take(here)).toBeUndefined();
    const order: string[] = [];
    let last = here.client;
    const come = (name: string): Promise<unknown> => {
      const turn = turns.take({ ...here, client: name.charAt(0) });
      return (turn ?? Promise.resolve()).then(
        () => order.push((last = name)),
        () => order.push(`no ${name}`),
      );
    };
    /** So many turns end, one after the other. */
    const over = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i += 1) {
        turns.give(last.charAt(0));
        await immediately();
      }
    };
    return { order, come, over };
  };

  test('they go one after the other, however many each sends', async () => {
    const { order, come, over } = full(10);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(come);
    await over(7);
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('who has most waiting makes room for who has less', async () => {
    const { order, come, over } = full(4);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'a5', 'b3', 'c1'].map(come);
    await over(4);
    await Promise.all(all);
    expect(order.filter((name) => !name.startsWith('no'))).toEqual(['a1', 'b1', 'c1', 'b2']);
    expect(order.filter((name) => name.startsWith('no'))).toHaveLength(5);
  });
});
