import { Moved } from '@parapet/contracts';
import { openEmbeddedReadModel } from './embedded/open-embedded-read-model';
import { PROJECTION_PROGRESS, ProjectionProgress } from './projection-progress';
import type { ReadModel } from './read-model';
import { GenerationsInMemory } from './testing/generations-in-memory';

describe('ProjectionProgress', () => {
  let store: ReadModel;
  let progress: ProjectionProgress;
  beforeEach(async () => {
    store = await openEmbeddedReadModel({ path: ':memory:' });
    await store.declare(PROJECTION_PROGRESS);
    progress = new ProjectionProgress(store, 'registry.agents', 'agents');
  });
  afterEach(() => store.close());

  it('begins at 0 and answers what was saved, per partition', async () => {
    await progress.save(1, 7);
    expect(await Promise.all([0, 1].map((partition) => progress.load(partition)))).toEqual([0, 7]);
  });

  it('is kept apart per projection and topic', async () => {
    await progress.save(0, 7);
    expect(await new ProjectionProgress(store, 'registry.agents', 'tokens').load(0)).toBe(0);
    expect(await new ProjectionProgress(store, 'registry.tokens', 'agents').load(0)).toBe(0);
  });

  it('rule 5: dropped documents mean progress 0 and a replay', async () => {
    await progress.save(0, 7);
    await store.dropDerived();
    expect(await progress.load(0)).toBe(0);
  });

  it('never goes back when a replica saves late', async () => {
    await progress.save(0, 7);
    await progress.save(0, 5);
    expect(await progress.load(0)).toBe(7);
  });

  it('passes over what was settled in the documents it was loaded from, partition by partition', async () => {
    for (const offset of [0, 1]) progress.settle({ topic: 'agents', partition: 0, offset }, 'only');
    expect(progress.settled(0, 0)).toBe(0);
    await Promise.all([progress.load(0), progress.load(1)]);
    expect(progress.settled(0, 0)).toBe(2);
    expect(progress.settled(1, 0)).toBe(0);
  });

  it('rule 10: what was settled in other documents is read again', async () => {
    await progress.load(0);
    progress.settle({ topic: 'agents', partition: 0, offset: 0 }, 'those before');
    expect(progress.settled(0, 0)).toBe(0);
  });

  it('reached resolves at once for what has been projected', async () => {
    await progress.save(0, 7);
    expect(await progress.reached(0, 6)).toBe(true);
  });

  it('reached waits until the record itself is behind the progress', async () => {
    await progress.save(0, 7);
    const order: string[] = [];
    const reached = progress.reached(0, 8).then((answer) => order.push(`reached ${answer}`));
    await progress.save(0, 8);
    order.push('saved 8');
    await progress.save(0, 9);
    await reached;
    expect(order).toEqual(['saved 8', 'reached true']);
  });

  it('reached sees progress that another replica saved', async () => {
    const replica = new ProjectionProgress(store, 'registry.agents', 'agents');
    const reached = progress.reached(0, 0);
    await replica.save(0, 1);
    expect(await reached).toBe(true);
  });

  it('reached answers false when it takes too long', async () => {
    expect(await progress.reached(0, 0, 30)).toBe(false);
  });
});

describe('ProjectionProgress over documents that can move', () => {
  let store: GenerationsInMemory;
  let progress: ProjectionProgress;
  beforeEach(async () => {
    store = await GenerationsInMemory.open();
    await store.declare(PROJECTION_PROGRESS);
    progress = new ProjectionProgress(store, 'registry.agents', 'agents');
  });
  afterEach(() => store.close());

  it('rule 5: what was handled of dropped documents is never saved as handled of the new ones', async () => {
    await progress.load(0);
    await progress.save(0, 7);
    await store.dropDerived();
    await expect(progress.save(0, 9)).rejects.toBeInstanceOf(Moved);
    expect(await progress.load(0)).toBe(0);
    await progress.save(0, 3);
    expect(await progress.next(0)).toBe(3);
  });

  it('rule 5: others who ask how far it is do not make an old consumer a new one', async () => {
    await progress.load(0);
    await store.dropDerived();
    await progress.next(0);
    await progress.reached(0, 0, 0);
    await expect(progress.save(0, 9)).rejects.toBeInstanceOf(Moved);
  });

  it('rule 18: a batch that began on one generation never ends on another', async () => {
    await progress.load(0);
    const batch = progress.during(0, async () => {
      await store.dropDerived();
      await store.write(PROJECTION_PROGRESS, [{ id: 'half', insert: {} }]);
    });
    await expect(batch).rejects.toBeInstanceOf(Moved);
    expect(await store.get(PROJECTION_PROGRESS, 'half')).toBeUndefined();
  });

  it('each partition moves by itself', async () => {
    await progress.load(0);
    await store.dropDerived();
    await progress.load(1);
    await progress.save(1, 5);
    await expect(progress.save(0, 5)).rejects.toBeInstanceOf(Moved);
  });

  it('says when it moved, until nobody wants to hear', async () => {
    const heard = jest.fn();
    const stop = progress.onMoved?.(heard);
    await store.dropDerived();
    stop?.();
    await store.dropDerived();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('reached waits for the documents that are answered from, also when those are new', async () => {
    await progress.save(0, 7);
    await store.dropDerived();
    const reached = progress.reached(0, 6);
    await progress.load(0);
    await progress.save(0, 7);
    expect(await reached).toBe(true);
  });
});
