import { Crowded, Turns } from './turns';

const here = { client: 'a', left: new AbortController().signal };

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
  const left = turns.take({ ...here, left: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toThrow(Crowded);
  await expect(turns.take({ ...here, left: leaving.signal })).rejects.toThrow(Crowded);
  await expect(turns.take(here)).rejects.toThrow(Crowded);
  turns.give();
  expect(turns.take(here)).toBeUndefined();
});

describe('several clients', () => {
  const full = (waiting: number): { turns: Turns; order: string[]; come: typeof come } => {
    const turns = new Turns({ atOnce: 1, waiting, wait: 60_000 });
    expect(turns.take(here)).toBeUndefined();
    const order: string[] = [];
    const come = (name: string): Promise<unknown> => {
      const turn = turns.take({ ...here, client: name.charAt(0) });
      return (turn ?? Promise.resolve()).then(
        () => order.push(name),
        () => order.push(`no ${name}`),
      );
    };
    return { turns, order, come };
  };

  test('they go one after the other, however many each sends', async () => {
    const { turns, order, come } = full(10);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(come);
    for (let i = 0; i < 7; i += 1) turns.give();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('who has most waiting makes room for who has less', async () => {
    const { turns, order, come } = full(4);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'a5', 'b3', 'c1'].map(come);
    for (let i = 0; i < 4; i += 1) turns.give();
    await Promise.all(all);
    expect(order.filter((name) => !name.startsWith('no'))).toEqual(['a1', 'b1', 'c1', 'b2']);
    expect(order.filter((name) => name.startsWith('no'))).toHaveLength(5);
  });
});
