import { GroupQueue, QUEUE_LIMITS, tooMuchWaits } from './group-queue';

const one = { items: 1, bytes: 1 };

describe('GroupQueue', () => {
  it('tells each caller what became of its own part', async () => {
    const written: string[][] = [];
    const queue = new GroupQueue<string[]>(
      () => [],
      async (group) => void written.push(group),
      QUEUE_LIMITS,
    );
    const submit = (name: string) =>
      queue.submit(one, (group) => {
        group.push(name);
        return () => {
          if (name === 'bad') throw new Error('this part was not written');
          return name;
        };
      });
    const told = await Promise.allSettled(['a', 'bad', 'c'].map(submit));
    expect(told.map((t) => (t.status === 'fulfilled' ? t.value : String(t.reason)))).toEqual([
      'a',
      'Error: this part was not written',
      'c',
    ]);
    expect(written).toEqual([['a', 'bad', 'c']]);
  });
});

test('that too much waits is said without what to do: when to try again is said of everything that is away', () => {
  expect(tooMuchWaits().told).toBe('too many writes wait for the log');
});
