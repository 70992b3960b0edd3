import { Unavailable } from '@parapet/contracts';
import { GroupCommit, type GroupLimits } from './group-commit';

const LIMITS: GroupLimits = { groupItems: 3, groupBytes: 100, queueItems: 6, queueBytes: 1_000 };

/** A writer whose groups are released by hand. */
function heldWriter(limits: Partial<GroupLimits> = {}) {
  const groups: number[][] = [];
  const releases: ((error?: Error) => void)[] = [];
  let wake: () => void = () => undefined;
  const write = (items: readonly number[]): Promise<number[]> => {
    groups.push([...items]);
    return new Promise((resolve, reject) => {
      releases.push((error) => (error ? reject(error) : resolve(items.map((i) => i * 10))));
      wake();
    });
  };
  const begun = async (n: number): Promise<void> => {
    while (groups.length < n) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { groups, releases, begun, commit: new GroupCommit(write, { ...LIMITS, ...limits }) };
}

test('one write is in flight, the next takes all that waited, up to the cap', async () => {
  const { groups, releases, begun, commit } = heldWriter();
  const first = commit.submit(1, 1);
  await begun(1);
  const rest = [2, 3, 4, 5].map((n) => commit.submit(n, 1));
  releases[0]?.();
  await expect(first).resolves.toBe(10);
  await begun(2);
  releases[1]?.();
  await begun(3);
  releases[2]?.();
  await expect(Promise.all(rest)).resolves.toEqual([20, 30, 40, 50]);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

test('a group keeps below its bytes, but one large item goes alone', async () => {
  const { groups, releases, begun, commit } = heldWriter();
  const all = [commit.submit(1, 500), commit.submit(2, 60), commit.submit(3, 60)];
  for (const n of [1, 2, 3]) {
    await begun(n);
    releases[n - 1]?.();
  }
  await Promise.all(all);
  expect(groups).toEqual([[1], [2], [3]]);
});

test('a failed write rejects its group only', async () => {
  const { releases, begun, commit } = heldWriter({ groupItems: 1 });
  const [bad, good] = [commit.submit(1, 1), commit.submit(2, 1)];
  bad.catch(() => undefined);
  await begun(1);
  releases[0]?.(new Error('away'));
  await begun(2);
  releases[1]?.();
  await expect(bad).rejects.toThrow('away');
  await expect(good).resolves.toBe(20);
});

test('an item that could not be written is rejected alone', async () => {
  const write = async (items: readonly number[]) =>
    items.map((i) => (i === 2 ? new Unavailable('not this one') : i * 10));
  const commit = new GroupCommit<number, number>(write, LIMITS);
  const all = await Promise.allSettled([1, 2, 3].map((n) => commit.submit(n, 1)));
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual([
    ...[10, 'rejected', 30],
  ]);
});

test('the queue is bounded in items and in bytes', async () => {
  const { releases, begun, commit } = heldWriter();
  const waiting = [1, 2, 3, 4, 5, 6].map((n) => commit.submit(n, 1));
  await expect(commit.submit(7, 1)).rejects.toBeInstanceOf(Unavailable);
  await expect(heldWriter().commit.submit(1, 1_001)).rejects.toBeInstanceOf(Unavailable);
  for (const n of [1, 2]) {
    await begun(n);
    releases[n - 1]?.();
  }
  await expect(Promise.all(waiting)).resolves.toHaveLength(6);
  const again = commit.submit(8, 1_000);
  await begun(3);
  releases[2]?.();
  await expect(again).resolves.toBe(80);
});

test('who comes now would wait for as many groups as wait, each as long as a full one lately took', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { releases, begun, commit } = heldWriter();
  expect(commit.waitMs).toBe(0);
  const all = [commit.submit(1, 1)];
  await begun(1);
  clock.mockReturnValue(400);
  releases[0]?.();
  await all[0];
  // A third of a group took 400 ms; the newest counts for a fourth.
  for (const n of [2, 3, 4, 5, 6]) all.push(commit.submit(n, 1));
  expect(commit.waitMs).toBe(0);
  all.push(commit.submit(7, 1));
  expect(commit.waitMs).toBeCloseTo(600);
  clock.mockRestore();
  for (const n of [2, 3]) {
    await begun(n);
    releases[n - 1]?.();
  }
  await Promise.all(all);
});

test('large items wait longer than their number says', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { releases, begun, commit } = heldWriter();
  const all = [commit.submit(1, 1)];
  await begun(1);
  clock.mockReturnValue(400);
  releases[0]?.();
  await all[0];
  all.push(commit.submit(2, 350));
  expect(commit.waitMs).toBeCloseTo(1_050);
  clock.mockRestore();
  await begun(2);
  releases[1]?.();
  await Promise.all(all);
});

test('small groups tell nothing of how long a full one takes', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { releases, begun, commit } = heldWriter({ groupItems: 5 });
  const all = [commit.submit(1, 1)];
  await begun(1);
  clock.mockReturnValue(400);
  releases[0]?.();
  await all[0];
  all.push(commit.submit(2, 1));
  expect(commit.waitMs).toBe(0);
  clock.mockRestore();
  await begun(2);
  releases[1]?.();
  await Promise.all(all);
});

/** A full turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['items', { queueItems: 2 }, 1],
  ['bytes', { queueBytes: 100 }, 50],
])('what is late counts among the %s that wait, until it is known', async (_, limits, bytes) => {
  const known = Promise.withResolvers<number>();
  const write = async (items: readonly number[]) => items.map(() => known.promise);
  const commit = new GroupCommit(write, { ...LIMITS, ...limits });
  const late = [1, 2].map((n) => commit.submit(n, bytes));
  await turn();
  await turn();
  await expect(commit.submit(3, bytes)).rejects.toThrow(Unavailable);
  known.resolve(7);
  expect(await Promise.all(late)).toEqual([7, 7]);
  expect(await commit.submit(3, bytes)).toBe(7);
});

describe('what is on its way', () => {
  let clock: jest.SpyInstance<number>;
  beforeEach(() => {
    clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  });
  afterEach(() => clock.mockRestore());

  /** A writer whose last group took so many milliseconds, with an item that waits for the next one. */
  async function afterGroup(tookMs: number, limits: Partial<GroupLimits> = { groupItems: 4 }) {
    const held = heldWriter(limits);
    const first = held.commit.submit(1, 1);
    await held.begun(1);
    const rest = [held.commit.submit(2, 1)];
    clock.mockReturnValue(tookMs);
    held.releases[0]?.();
    await first;
    const end = async (): Promise<void> => {
      await held.begun(2);
      held.releases[1]?.();
      await Promise.all(rest);
    };
    return { ...held, submit: (n: number) => rest.push(held.commit.submit(n, 1)), end };
  }

  it('goes with the next group, as long as something comes every few turns', async () => {
    const { groups, submit, end } = await afterGroup(10);
    await turn();
    submit(3);
    await turn();
    await turn();
    await turn();
    expect(groups).toHaveLength(1);
    submit(4);
    await end();
    expect(groups).toEqual([[1], [2, 3, 4]]);
  });

  it('is not waited for where nothing came for a few turns', async () => {
    const { groups, end } = await afterGroup(10);
    await end();
    expect(groups).toEqual([[1], [2]]);
  });

  it.each([
    ['the last group took to be written', 10, 10],
    ['20 ms', 1_000, 20],
  ])('is waited for no longer than %s', async (_, tookMs, waitsMs) => {
    const { groups, submit, end } = await afterGroup(tookMs);
    await turn();
    submit(3);
    clock.mockReturnValue(tookMs + waitsMs - 1);
    await turn();
    await turn();
    expect(groups).toHaveLength(1);
    clock.mockReturnValue(tookMs + waitsMs);
    await turn();
    expect(groups).toEqual([[1], [2, 3]]);
    await end();
  });

  it('is not waited for where the group is full', async () => {
    const { groups, submit, end } = await afterGroup(10);
    for (const n of [3, 4, 5]) submit(n);
    await turn();
    await turn();
    expect(groups).toEqual([[1], [2, 3, 4, 5]]);
    await end();
  });

  it.each([
    [98, 1],
    [99, 2],
  ])('is not waited for where a hundred wait: with one and %d more', async (more, groupsThen) => {
    const { groups, submit, end } = await afterGroup(10, { groupItems: 500, queueItems: 500 });
    for (let n = 1; n <= more; n += 1) submit(n);
    await turn();
    await turn();
    expect(groups).toHaveLength(groupsThen);
    await end();
  });
});
