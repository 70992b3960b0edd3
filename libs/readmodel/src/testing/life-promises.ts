import { Unavailable } from '@parapet/contracts';
import { PROJECTION_PROGRESS, ProjectionProgress } from '../projection-progress';
import { FLEETING, KEPT, minute, type Opened, THINGS } from './house';

/** `dropDerived`, expiry, `close`. */
export function testLife(opened: Opened): void {
  it('dropDerived drops derived documents and all progress, and keeps what is not from the log', async () => {
    const { store } = opened();
    const inAnHour = Date.now() + 3_600_000;
    await store.declare(PROJECTION_PROGRESS);
    const progress = new ProjectionProgress(store, 'things', 'observations');
    await progress.save(0, 17);
    await store.insert(THINGS, [{ id: 'a' }]);
    await store.insert(KEPT, [{ id: 'a' }]);
    await store.increment('counter', 3, inAnHour);

    await store.dropDerived();

    expect(await store.count(THINGS)).toBe(0);
    expect(await progress.load(0)).toBe(0);
    expect(await store.get(KEPT, 'a')).toEqual({ id: 'a' });
    expect(await store.increment('counter', 1, inAnHour)).toBe(4);
  });

  it('what was dropped can be filled and listed again', async () => {
    const { store } = opened();
    await store.insert(THINGS, [{ id: 'a', at: minute(1) }]);
    await store.dropDerived();

    expect(await store.insert(THINGS, [{ id: 'a', at: minute(2) }])).toEqual([true]);
    expect(await store.page(THINGS, { equal: {}, sort: 'at', limit: 9 })).toEqual([
      { id: 'a', at: minute(2) },
    ]);
  });

  it('ping answers', async () => {
    await expect(opened().store.ping()).resolves.toBeUndefined();
  });

  it('close lets everything finish that was asked before, and can be called twice', async () => {
    const { store } = opened();
    const answers = Array.from({ length: 30 }, (_, i) => store.insert(THINGS, [{ id: `${i}` }]));
    const closed = [store.close(), store.close()];

    expect((await Promise.all(answers)).flat()).toEqual(answers.map(() => true));
    await Promise.all(closed);
    await store.close();
  });

  it('rule 3: after close every call is Unavailable, not a bug', async () => {
    const { store } = opened();
    await store.close();
    await expect(store.get(THINGS, 'a')).rejects.toBeInstanceOf(Unavailable);
    await expect(store.insert(THINGS, [{ id: 'a' }])).rejects.toBeInstanceOf(Unavailable);
    await expect(store.ping()).rejects.toBeInstanceOf(Unavailable);
  });
}

/** What the adapters can do whose data outlives a close. */
export function testReopen(opened: Opened): void {
  it('what was acknowledged is there after closing and opening again', async () => {
    const { store, reopen } = opened();
    const inAnHour = Date.now() + 3_600_000;
    await store.insert(THINGS, [{ id: 'a', at: minute(1) }]);
    await store.increment('counter', 3, inAnHour);

    const again = await reopen?.();
    await again?.declare(THINGS);

    const query = { equal: {}, sort: 'at', limit: 9 } as const;
    expect(await again?.page(THINGS, query)).toEqual([{ id: 'a', at: minute(1) }]);
    expect(await again?.increment('counter', 1, inAnHour)).toBe(4);
  });
}

/** Expiry, where it can be hastened. */
export function testExpiry(opened: Opened): void {
  it('documents go some time after the moment in their field, others stay', async () => {
    const { store, sweep } = opened();
    const many = Array.from({ length: 1200 }, (_, i) => ({ id: `old-${i}`, at: minute(0) }));
    await store.insert(FLEETING, [
      ...many,
      { id: 'young', at: minute(9) },
      { id: 'timeless' },
      { id: 'null', at: null },
    ]);
    await store.insert(THINGS, [{ id: 'a', at: minute(0) }]);

    await sweep?.(Date.parse(minute(1)));
    expect(await store.count(FLEETING)).toBe(1203);

    await sweep?.(Date.parse(minute(1)) + 1);
    expect(await store.count(FLEETING)).toBe(3);
    expect(await store.count(THINGS)).toBe(1);
  });
}
