import { PartitionLocks } from './partition-locks';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('PartitionLocks', () => {
  it('lets one work at a time on a name, in the order they came', async () => {
    const locks = new PartitionLocks();
    const steps: string[] = [];
    const work = (who: string) => async () => {
      steps.push(`${who} begins`);
      await turn();
      steps.push(`${who} ends`);
    };
    await Promise.all(['a', 'b', 'c'].map((who) => locks.hold('p', never, work(who))));
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('who is told to stop while waiting leaves at once, and those behind still wait their turn', async () => {
    const locks = new PartitionLocks();
    const gate = Promise.withResolvers<void>();
    const stop = new AbortController();
    const ran: string[] = [];
    const first = locks.hold('p', never, () => gate.promise);
    const second = locks.hold('p', stop.signal, async () => void ran.push('second'));
    const third = locks.hold('p', never, async () => void ran.push('third'));
    stop.abort();
    await second;
    await turn();
    expect(ran).toEqual([]);
    gate.resolve();
    await Promise.all([first, third]);
    expect(ran).toEqual(['third']);
  });

  it('is free again after work that failed', async () => {
    const locks = new PartitionLocks();
    await expect(locks.hold('p', never, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    const ran = jest.fn(async () => undefined);
    await locks.hold('p', never, ran);
    expect(ran).toHaveBeenCalled();
  });
});
