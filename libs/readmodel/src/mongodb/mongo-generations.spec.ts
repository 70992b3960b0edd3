import { Unavailable } from '@parapet/contracts';
import type { ReadModel } from '../read-model';
import type { CurrentPlaces } from './current-places';
import type { GenerationRecords, Pointer } from './generation-records';
import { type GenerationHouse, MongoGenerations } from './mongo-generations';
import type { ShadowPlaces } from './shadow-places';

const SHADOW = {} as ReadModel;
const away = async (): Promise<never> => {
  throw new Unavailable('away');
};

/** A database in which everything goes well, but for what is said otherwise. */
function house(otherwise: {
  records?: Partial<GenerationRecords>;
  drop?: GenerationHouse['drop'];
}) {
  const warned: string[] = [];
  const dropped: string[] = [];
  const records: Partial<GenerationRecords> = {
    ...{ mark: async () => true, beat: async () => true, unmark: async () => true },
    swap: async () => true,
    pointer: async () => ({ _id: 'current', generation: 'new', settled: true }),
    ...otherwise.records,
  };
  const places: Partial<CurrentPlaces> = { current: () => 'old', look: async () => undefined };
  const shadow: Partial<ShadowPlaces> = {
    generation: 'new',
    refuseUnlessWhole: async () => undefined,
  };
  const generations = new MongoGenerations({
    ...{ places: places as CurrentPlaces, records: records as GenerationRecords, leaseMs: 4 },
    ...{ openShadow: async () => SHADOW, shadowOf: () => shadow as ShadowPlaces },
    drop: otherwise.drop ?? (async (generation) => void dropped.push(generation)),
    logger: { warn: (_, message) => void warned.push(message) },
  });
  const adopted = () => generations.adopt(SHADOW, async () => undefined);
  return { adopted, discarded: () => generations.discard(SHADOW), warned, dropped };
}

test('rule 18: an exchange is done though what it left could not be dropped, and that is said', async () => {
  const { adopted, warned } = house({ drop: away });
  await adopted();
  expect(warned).toEqual([
    expect.stringMatching(/^the new documents are in use, but the old ones/),
  ]);
});

test('an exchange after which nothing is left says nothing', async () => {
  const { adopted, warned } = house({});
  await adopted();
  expect(warned).toEqual([]);
});

test('rule 18: an exchange whose answer was lost is done where the pointer says so', async () => {
  await house({ records: { swap: away } }).adopted();
});

test('rule 18: an exchange whose answer was lost failed where the pointer says otherwise', async () => {
  const pointer: GenerationRecords['pointer'] = async () => ({
    ...{ _id: 'current', generation: 'old', settled: true },
  });
  const { adopted } = house({ records: { swap: away, pointer } });
  await expect(adopted()).rejects.toThrow('away');
});

test('rule 18: of an exchange whose answer was lost nobody says that it failed while nobody knows', async () => {
  const { adopted } = house({ records: { swap: away, pointer: away } });
  await expect(adopted()).rejects.toThrow(/nobody knows whether the new documents are in use/);
});

const pointing = (to: Partial<Pointer>): Partial<GenerationRecords> => ({
  pointer: async () => ({ _id: 'current', generation: 'old', settled: true, ...to }),
});

test('rule 18: what will not be adopted is dropped', async () => {
  const { discarded, dropped } = house({ records: pointing({}) });
  await discarded();
  expect(dropped).toEqual(['new']);
});

test.each([
  ['is answered from after all', pointing({ generation: 'new' })],
  ['may yet be pointed to', pointing({ adopting: { by: 'somebody', beat: 1 } })],
  ['belongs to a database without a pointer', { pointer: async () => null }],
])('rule 18: a shadow that %s is left as it is', async (_, records) => {
  const { discarded, dropped, warned } = house({ records });
  await discarded();
  expect([dropped, warned]).toEqual([[], []]);
});

test('what could not be dropped is told, and no error', async () => {
  const { discarded, warned } = house({ records: { pointer: away } });
  await discarded();
  expect(warned).toEqual([expect.stringMatching(/^the new documents are not in use and could/)]);
});
