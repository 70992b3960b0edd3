import type { ClaimQuery } from '../read-model';
import { minute, type Opened, type Thing, THINGS } from './house';

/** `claim` and `increment`: what replicas share. */
export function testClaim(opened: Opened): void {
  const asked = (query: Partial<ClaimQuery<Thing>> = {}): ClaimQuery<Thing> => ({
    equal: { kind: 'job' },
    due: 'at',
    now: minute(10),
    until: minute(15),
    limit: 100,
    ...query,
  });
  const claim = async (query: Partial<ClaimQuery<Thing>> = {}): Promise<readonly string[]> =>
    (await opened().store.claim(THINGS, asked(query))).map(({ id }) => id);
  const job = (id: string, at: number): Thing => ({ id, kind: 'job', at: minute(at) });

  it('claim takes what is due, oldest first, up to the limit', async () => {
    const { store } = opened();
    await store.insert(THINGS, [job('c', 10), job('b', 5), job('d', 11), job('a', 9)]);
    expect(await claim({ limit: 2 })).toEqual(['b', 'a']);
    expect(await claim()).toEqual(['c']);
    expect(await claim()).toEqual([]);
  });

  it('claim leaves alone what other values or no due time have', async () => {
    const { store } = opened();
    await store.insert(THINGS, [
      { id: 'a', kind: 'other', at: minute(1) },
      { id: 'b', kind: 'job' },
      { id: 'c', kind: 'job', at: null },
    ]);
    expect(await claim()).toEqual([]);
  });

  it('claimed documents are answered as they are after the claim', async () => {
    const { store } = opened();
    await store.insert(THINGS, [{ ...job('a', 1), note: 'kept' }]);

    const [claimed] = await store.claim(THINGS, asked());

    expect(claimed).toEqual({ id: 'a', kind: 'job', at: minute(15), note: 'kept' });
    expect(await store.get(THINGS, 'a')).toEqual(claimed);
  });

  it('a claim is exclusive until the lease ends, then the document can be claimed again', async () => {
    await opened().store.insert(THINGS, [job('a', 1)]);
    expect(await claim()).toEqual(['a']);
    expect(await claim({ now: minute(14), until: minute(20) })).toEqual([]);
    expect(await claim({ now: minute(15), until: minute(20) })).toEqual(['a']);
  });

  it('of racing claims each document goes to one', async () => {
    const { store, rival } = opened();
    const jobs = Array.from({ length: 60 }, (_, i) => job(`job-${i}`, i % 7));
    await store.insert(THINGS, jobs);

    const claimed = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? store : rival).claim(THINGS, asked({ limit: 5 })),
      ),
    );

    const taken = claimed.flat().map(({ id }) => id);
    expect(new Set(taken).size).toBe(taken.length);
    expect([...taken, ...(await claim())].sort()).toEqual(jobs.map(({ id }) => id).sort());
  });

  it('claiming by an undeclared index is a mistake', async () => {
    await expect(claim({ equal: { open: true } })).rejects.toThrow(/index/);
  });
}

/** `increment`. */
export function testIncrement(opened: Opened): void {
  const later = Date.now() + 3_600_000;

  it('increment answers the new value, per key', async () => {
    const { store } = opened();
    expect(await store.increment('a', 2, later)).toBe(2);
    expect(await store.increment('a', 3, later)).toBe(5);
    expect(await store.increment('b', 1, later)).toBe(1);
  });

  it('racing increments are all counted, each answered with a value of its own', async () => {
    const { store, rival } = opened();
    const values = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 ? store : rival).increment('a', 1, later)),
    );
    expect([...values].sort((a, b) => a - b)).toEqual(values.map((_, i) => i + 1));
  });

  it('a counter vanishes after its time: the next increment begins anew', async () => {
    const { store } = opened();
    await store.increment('a', 7, Date.now() - 1);
    expect(await store.increment('a', 2, later)).toBe(2);
    expect(await store.increment('a', 2, later)).toBe(4);
  });
}
