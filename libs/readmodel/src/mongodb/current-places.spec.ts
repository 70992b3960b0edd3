import { Unavailable } from '@parapet/contracts';
import { tableSpec } from '../embedded/table-spec';
import { KEPT, THINGS } from '../testing/house';
import type { CollectionMaker } from './collection-maker';
import { CurrentPlaces } from './current-places';
import { OnePointer } from './testing/one-pointer';

const LEASE = 2_000;

describe('CurrentPlaces', () => {
  let now: number;
  let one: OnePointer;
  let places: CurrentPlaces;
  const dropped = new Set<string>();
  const maker = {
    make: async () => true,
    isWhole: async (place) => !dropped.has(place),
  } as Partial<CollectionMaker> as CollectionMaker;
  const [things, kept] = [tableSpec(THINGS), tableSpec(KEPT)];
  beforeEach(async () => {
    now = 1_000_000;
    one = new OnePointer();
    one.pointer = { _id: 'current', generation: 'g1', settled: true };
    places = new CurrentPlaces(one.records, maker, { leaseMs: LEASE, clock: () => now });
    await places.open();
  });
  afterEach(async () => {
    await places.close();
    dropped.clear();
  });
  const insert = (meanwhile: () => void): Promise<string> =>
    places.inserting(things, async (place) => {
      meanwhile();
      return place;
    });

  it('an insert that took longer than a lease is believed if nothing has changed', async () => {
    expect(await insert(() => (now += 3 * LEASE))).toBe('g1.things');
  });

  it('rule 10: an insert that another generation overtook is not believed', async () => {
    const late = insert(() => {
      now += LEASE;
      one.pointer = { _id: 'current', generation: 'g2', settled: true };
    });
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    expect(await places.at(things)).toBe('g2.things');
  });

  it('rule 10: an insert that ends when a generation is being exchanged is not believed', async () => {
    const late = insert(() => {
      now += LEASE;
      one.mark(0);
    });
    await expect(late).rejects.toBeInstanceOf(Unavailable);
  });

  it('rule 10: an insert that ends when the store is away is not believed', async () => {
    const late = insert(() => {
      now += LEASE;
      one.away = true;
    });
    await expect(late).rejects.toBeInstanceOf(Unavailable);
  });

  it('rule 18: what was read of a generation that was left meanwhile is read again', async () => {
    const read: string[] = [];
    const found = await places.reading(things, async (place) => {
      read.push(place);
      now += LEASE;
      one.pointer = { _id: 'current', generation: 'g2', settled: true };
      return place;
    });
    expect(found).toBe('g2.things');
    expect(read).toEqual(['g1.things', 'g2.things']);
  });

  it('rule 18: what was read while the store went away is not believed', async () => {
    const late = places.reading(things, async () => {
      now += LEASE;
      one.away = true;
    });
    await expect(late).rejects.toBeInstanceOf(Unavailable);
  });

  it('what is read within a lease costs no other command', async () => {
    one.away = true;
    expect(await places.reading(things, async (place) => place)).toBe('g1.things');
  });

  it('rule 18: a dropped collection into which nothing is inserted is noticed all the same', async () => {
    await places.declare(things);
    await places.lookThrough();
    expect(one.pointer?.generation).toBe('g1');
    dropped.add('g1.things');
    await places.lookThrough();
    expect(one.pointer).toEqual({ _id: 'current', generation: 'g1+', settled: false });
  });

  it('rule 18: a collection that is just being made was not dropped', async () => {
    dropped.add('g1.things');
    const looking = places.lookThrough();
    await Promise.all([places.declare(things), looking]);
    expect(one.pointer?.generation).toBe('g1');
  });

  it('kept collections belong to no generation and are never refused', async () => {
    one.mark(0);
    now += 9 * LEASE;
    expect(await places.inserting(kept, async (place) => place)).toBe('kept_things');
    expect(await places.at(kept)).toBe('kept_things');
  });
});
