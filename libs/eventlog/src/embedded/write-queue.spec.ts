import { Unavailable } from '@parapet/contracts';
import { sampleEvent, sampleEvents } from '../testing';
import { LivePartition } from './live-partition';
import { LocalStore } from './local-store';
import { SqliteStore } from './sqlite-store';
import type { StoreCalls, StoreThread, Write } from './store-protocol';
import { QUEUE_LIMITS, type QueueLimits } from '../writing/group-queue';
import { WriteQueue } from './write-queue';

/** A store in memory that tells what it was asked to write, and may be told to refuse. */
class Watched implements StoreThread {
  readonly writes: Write[] = [];
  refuse: Error | undefined;
  private readonly inner = new LocalStore(new SqliteStore(':memory:', { policies: 1 }));

  async call<K extends keyof StoreCalls>(name: K, ask: StoreCalls[K]['ask']) {
    if (name === 'write') this.writes.push(ask as Write);
    if (this.refuse) throw this.refuse;
    return this.inner.call(name, ask);
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  get sizes(): readonly number[] {
    return this.writes.map((w) => w.appends.reduce((sum, part) => sum + part.rows.length, 0));
  }
}

const open = (limits: Partial<QueueLimits> = {}) => {
  const store = new Watched();
  const partitions = [new LivePartition(0)];
  const said: string[] = [];
  const say = (fields: object, message: string): void =>
    void said.push([message, ...Object.values(fields)].join(': '));
  const clock = { now: 0 };
  const queue = new WriteQueue(store, () => partitions, {
    ...{ limits: { ...QUEUE_LIMITS, ...limits }, logger: { warn: say, error: say } },
    now: () => clock.now,
  });
  return { store, queue, said, clock };
};
const appendAll = (queue: WriteQueue, count: number) =>
  sampleEvents('a', count).map((event) => queue.append('policies', [event]));

describe('WriteQueue', () => {
  it('writes everything that came in one turn together', async () => {
    const { store, queue } = open();
    await Promise.all(appendAll(queue, 100));
    expect(store.sizes).toEqual([100]);
  });

  it('takes what waited while a write was in flight with the next one', async () => {
    const { store, queue } = open();
    const first = queue.append('policies', [sampleEvent('first', 0)]);
    await new Promise((resolve) => setImmediate(resolve));
    const rest = appendAll(queue, 50);
    await Promise.all([first, ...rest]);
    expect(store.sizes).toEqual([1, 50]);
  });

  it('says once that the file takes nothing, as when its disk is full, and once that it does again', async () => {
    const { store, queue, said, clock } = open();
    await Promise.all(appendAll(queue, 1));
    store.refuse = new Unavailable('the log file refused: database or disk is full');
    for (const _ of [1, 2, 3])
      await expect(Promise.all(appendAll(queue, 1))).rejects.toThrow(Unavailable);
    expect(said).toEqual([
      'nothing can be written, and whatever would change something is answered 503: the log file refused: database or disk is full',
    ]);
    store.refuse = undefined;
    for (const _ of [1, 2]) await Promise.all(appendAll(queue, 1));
    expect(said.slice(1)).toEqual(['the log can be written to again']);
    for (const later of [59_999, 60_000]) {
      clock.now = later;
      store.refuse = new Unavailable('full');
      await expect(Promise.all(appendAll(queue, 1))).rejects.toThrow(Unavailable);
      store.refuse = undefined;
      await Promise.all(appendAll(queue, 1));
      expect(said).toHaveLength(later < 60_000 ? 2 : 4);
    }
  });

  it('stores the progress of groups with the appends', async () => {
    const { store, queue } = open();
    const commit = queue.commit({ topic: 'policies', group: 'g', partition: 0, next: 7 });
    await Promise.all([commit, ...appendAll(queue, 3)]);
    expect(store.writes).toHaveLength(1);
    expect(await store.call('committed', { topic: 'policies', group: 'g' })).toEqual([7]);
  });

  it('keeps a write below its caps, but never splits a call', async () => {
    const { store, queue } = open({ groupItems: 10, groupBytes: 1_000 });
    await Promise.all([
      ...appendAll(queue, 25),
      queue.append('policies', sampleEvents('many', 30)),
      queue.append('policies', [{ ...sampleEvent('large', 0), json: '"'.padEnd(900, 'x') }]),
      queue.append('policies', [{ ...sampleEvent('large', 1), json: '"'.padEnd(900, 'x') }]),
    ]);
    expect(store.sizes).toEqual([10, 10, 5, 30, 1, 1]);
  });

  it('refuses at once what would make too many bytes wait, however few events', async () => {
    const { queue } = open({ waitingBytes: 1_500 });
    const large = (n: number) => ({ ...sampleEvent('large', n), json: '"'.padEnd(1_000, 'x') });
    const answers = await Promise.allSettled([
      queue.append('policies', [large(0)]),
      queue.append('policies', [large(1)]),
    ]);
    expect(answers.map((a) => a.status)).toEqual(['fulfilled', 'rejected']);
  });

  it('a call that is larger than the bound is taken when nothing else waits', async () => {
    const { queue } = open({ waitingItems: 5 });
    await expect(queue.append('policies', sampleEvents('a', 20))).resolves.toHaveLength(20);
  });

  it('rejects all that shared a write that was refused, and serves those that come later', async () => {
    const { store, queue } = open();
    store.refuse = new Unavailable('disk full');
    const refused = await Promise.allSettled(appendAll(queue, 3));
    expect(refused.map((r) => r.status === 'rejected' && r.reason)).toEqual(
      Array.from({ length: 3 }, () => store.refuse),
    );
    store.refuse = undefined;
    const [position] = await queue.append('policies', [sampleEvent('b', 0)]);
    expect(position?.offset).toBe(0);
  });

  it('is drained when nothing waits and nothing is in flight', async () => {
    const { queue } = open();
    let settled = 0;
    await queue.drained();
    for (const call of appendAll(queue, 5)) void call.then(() => (settled += 1));
    await queue.drained();
    expect(settled).toBe(5);
  });
});
